//! Lessons and tasks: Markdown files as HTML, their figures and predictions
//! computed by runs.

use pulldown_cmark::html::push_html;
use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd,
};

mod block;
mod code;
mod figure;
mod heading;
mod link;
mod prediction;

use heading::Slugs;

/// A Markdown file, rendered.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its first heading, as HTML; empty if it has none.
    pub title: String,
    /// What follows.
    pub html: String,
    /// Its parts, for the list of contents.
    pub parts: Vec<Heading>,
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
    /// Renders `markdown`.
    pub fn render(markdown: &str, kind: Kind) -> Self {
        let empty =
            Self { title: String::new(), html: String::new(), parts: vec![], problems: vec![] };
        let mut writer =
            Writer { kind, slugs: Slugs::default(), first: true, out: vec![], lesson: empty };
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM;
        let items = |link: BrokenLink<'_>| link::to_item(&link.reference);
        let mut events = Parser::new_with_broken_link_callback(markdown, options, Some(items));
        while let Some(event) = events.next() {
            writer.event(event, &mut events);
        }
        writer.finish()
    }
}

/// One line of Markdown as HTML, without a paragraph around it.
fn inline(markdown: &str) -> String {
    let paragraph = |event: &Event<'_>| {
        matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph))
    };
    html(Parser::new(markdown).filter(|event| !paragraph(event)))
}

fn html<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut html = String::new();
    push_html(&mut html, events);
    html
}

struct Writer<'a> {
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
            "predict" => ("This prediction cannot be judged", prediction::html(code)),
            info => return code::html(info, code, self.kind),
        };
        drawn.unwrap_or_else(|why| {
            self.lesson.problems.push(format!("{what}: {why}\n{code}"));
            problem(what, &why)
        })
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
