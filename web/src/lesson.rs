//! Lessons and tasks: Markdown files as HTML, their figures computed by runs.
//! Where a lesson asks for a prediction its page puts the question, with or
//! without its answer.

use pulldown_cmark::html::push_html;
use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd,
};

mod code;
mod figure;
mod heading;
mod link;
pub(crate) mod prediction;
mod task;

use grader::predict::Question;
use grader::tasks::Task;
use heading::Slugs;
use prediction::{State, Way};

/// A Markdown file, rendered.
#[derive(Debug, Default)]
pub struct Lesson {
    /// Its first heading, as HTML; empty if it has none.
    pub title: String,
    /// What follows. Where a prediction is asked for it has a mark, in whose
    /// place `Lesson::asking` puts the question.
    pub html: String,
    /// Its parts, for the list of contents.
    pub parts: Vec<Heading>,
    /// What it asks, in order.
    pub questions: Vec<Question>,
    /// What it wants done in the lab, in order.
    pub tasks: Vec<Task>,
    /// What could not be drawn or computed. The page shows it in place; a test
    /// asserts that no lesson has any.
    pub problems: Vec<String>,
}

/// One part of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The anchor.
    pub id: String,
    /// What it says, as HTML without links.
    pub html: String,
}

/// Where a Markdown file stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In a chapter: it is also the crate's documentation, where a code block
    /// that names no language is Rust.
    Chapter,
    /// In an exercise.
    Exercise,
}

impl Lesson {
    /// Renders `markdown`, which is the README of the chapter or exercise `name`.
    pub fn render(name: &'static str, markdown: &str, kind: Kind) -> Self {
        let lesson = Self::default();
        let slugs = Slugs::default();
        let mut writer = Writer { name, kind, slugs, first: true, out: vec![], lesson };
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM;
        let items = |link: BrokenLink<'_>| link::to_item(&link.reference);
        let mut events = Parser::new_with_broken_link_callback(markdown, options, Some(items));
        while let Some(event) = events.next() {
            writer.event(event, &mut events);
        }
        writer.finish()
    }

    /// Its text, with each question as `state` says that it stands.
    pub(crate) fn asking(&self, way: &Way<'_>, state: impl Fn(&Question) -> State) -> String {
        self.questions.iter().fold(self.html.clone(), |html, question| {
            let section = prediction::section(question, &state(question), way);
            html.replacen(&prediction::place(question.number), &section, 1)
        })
    }
}

/// One line of Markdown as HTML, without a paragraph around it.
pub(crate) fn inline(markdown: &str) -> String {
    let paragraph = |event: &Event<'_>| {
        matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph))
    };
    html(Parser::new(markdown).filter(|event| !paragraph(event)))
}

/// Some Markdown as HTML, with its paragraphs.
pub(crate) fn blocks(markdown: &str) -> String {
    html(Parser::new(markdown))
}

fn html<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut html = String::new();
    push_html(&mut html, events);
    html
}

struct Writer<'a> {
    name: &'static str,
    kind: Kind,
    slugs: Slugs,
    /// Whether no paragraph has begun yet.
    first: bool,
    out: Vec<Event<'a>>,
    lesson: Lesson,
}

impl<'a> Writer<'a> {
    fn event(&mut self, event: Event<'a>, events: &mut impl Iterator<Item = Event<'a>>) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let code = text_until(events, TagEnd::CodeBlock);
                let html = self.code_block(&kind, &code);
                self.out.push(Event::Html(html.into()));
            }
            Event::Start(Tag::Heading { level, .. }) => {
                self.heading(level, until(events, TagEnd::Heading(level)));
            }
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                self.link(&dest_url, &title, until(events, TagEnd::Link));
            }
            Event::Start(Tag::Paragraph) if self.begins_a_task() => {
                self.first_paragraph(until(events, TagEnd::Paragraph));
            }
            // A table scrolls inside a box of its own.
            Event::Start(Tag::Table(_)) => {
                self.out.extend([Event::Html("<div class=\"table\">\n".into()), event]);
            }
            Event::End(TagEnd::Table) => {
                self.out.extend([event, Event::Html("</div>\n".into())]);
            }
            _ => self.out.push(event),
        }
    }

    fn begins_a_task(&self) -> bool {
        self.first && self.kind == Kind::Exercise && self.out.is_empty()
    }

    /// Under its title a task says its chapter and its minutes, in italics. On
    /// the page they stand in the header.
    fn first_paragraph(&mut self, inside: Vec<Event<'a>>) {
        self.first = false;
        let italic = |event: Option<&Event<'_>>| {
            matches!(event, Some(Event::Start(Tag::Emphasis) | Event::End(TagEnd::Emphasis)))
        };
        if italic(inside.first()) && italic(inside.last()) {
            return;
        }
        self.out.push(Event::Start(Tag::Paragraph));
        let mut inside = inside.into_iter();
        while let Some(event) = inside.next() {
            self.event(event, &mut inside);
        }
        self.out.push(Event::End(TagEnd::Paragraph));
    }

    fn code_block(&mut self, kind: &CodeBlockKind<'_>, code: &str) -> String {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.as_ref(),
            CodeBlockKind::Indented => "text",
        };
        let (what, drawn) = match info.trim() {
            "stage" => ("This figure cannot be drawn", figure::html(code)),
            "predict" => ("This prediction cannot be judged", self.question(code)),
            "task" => ("This task cannot be set", self.task(code)),
            info => return code::html(info, code, self.kind),
        };
        drawn.unwrap_or_else(|why| {
            self.lesson.problems.push(format!("{what}: {why}\n{code}"));
            problem(what, &why)
        })
    }

    fn question(&mut self, code: &str) -> Result<String, String> {
        let number = self.lesson.questions.len() + 1;
        let question = Question::parse(self.name, number, code)?;
        self.lesson.questions.push(question);
        Ok(prediction::place(number))
    }

    fn task(&mut self, code: &str) -> Result<String, String> {
        let number = self.lesson.tasks.len() + 1;
        let task = Task::parse(self.name, number, code)?;
        let html = task::html(&task);
        self.lesson.tasks.push(task);
        Ok(html)
    }

    /// The first heading of the first level is the page's; all others become
    /// anchors that link to themselves.
    fn heading(&mut self, level: HeadingLevel, inside: Vec<Event<'a>>) {
        let link = |event: &Event<'_>| {
            matches!(event, Event::Start(Tag::Link { .. }) | Event::End(TagEnd::Link))
        };
        let inside: Vec<_> = inside.into_iter().filter(|event| !link(event)).collect();
        let text: String = inside.iter().filter_map(text_of).collect();
        let html = html(inside.into_iter());
        if level == HeadingLevel::H1 && self.lesson.title.is_empty() {
            self.lesson.title = html;
            return;
        }
        let id = self.slugs.slug(&text);
        let heading = format!("<{level} id=\"{id}\"><a href=\"#{id}\">{html}</a></{level}>\n");
        self.out.push(Event::Html(heading.into()));
        if level == HeadingLevel::H2 {
            self.lesson.parts.push(Heading { id, html });
        }
    }

    /// A link to a file of the workbook leads to its page; one that leads to
    /// no page is text.
    fn link(&mut self, to: &str, title: &CowStr<'a>, inside: Vec<Event<'a>>) {
        let Some(to) = link::route(to) else {
            self.out.extend(inside);
            return;
        };
        self.out.push(Event::Start(Tag::Link {
            link_type: pulldown_cmark::LinkType::Inline,
            dest_url: to.into(),
            title: title.clone(),
            id: "".into(),
        }));
        self.out.extend(inside);
        self.out.push(Event::End(TagEnd::Link));
    }

    fn finish(mut self) -> Lesson {
        let html = html(self.out.into_iter());
        // The policy of the page allows no `style=`.
        let html = html.replace(" style=\"text-align: right\"", " class=\"right\"");
        let html = html.replace(" style=\"text-align: center\"", " class=\"center\"");
        self.lesson.html = html.replace(" style=\"text-align: left\"", "");
        self.lesson
    }
}

/// The events up to the end of what has been opened.
fn until<'a>(events: &mut impl Iterator<Item = Event<'a>>, end: TagEnd) -> Vec<Event<'a>> {
    events.take_while(|event| *event != Event::End(end)).collect()
}

fn text_until<'a>(events: &mut impl Iterator<Item = Event<'a>>, end: TagEnd) -> String {
    until(events, end).iter().filter_map(text_of).collect()
}

fn text_of<'e>(event: &'e Event<'_>) -> Option<&'e str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    }
}

fn problem(what: &str, why: &str) -> String {
    let why = crate::highlight::escape(why);
    format!("<p class=\"problem\"><strong>{what}:</strong> {why}.</p>\n")
}
