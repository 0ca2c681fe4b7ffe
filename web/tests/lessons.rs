//! Every lesson and task can be drawn, and no link in the workbook is dead.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::LazyLock;

use common::{Answer, get};
use simulation::Params;
use web::contents;
use web::lesson::{Kind, Lesson};

/// How many pages the crawler reads: links of the lab to its own next steps
/// would have no end.
const PAGES_MAX: usize = 400;

fn lessons() -> impl Iterator<Item = (&'static str, &'static Lesson)> {
    let chapters = contents::chapters().filter_map(|c| Some((c.name, c.lesson.as_deref()?)));
    chapters.chain(contents::exercises().map(|e| (e.name(), &*e.task)))
}

#[test]
fn every_figure_and_every_prediction_can_be_drawn() {
    for (name, lesson) in lessons() {
        assert_eq!(lesson.problems, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn no_page_has_styles_or_scripts_of_its_own() {
    for (path, page) in &*PAGES {
        for banned in [" style=", "<style", "<script>", "javascript:", " onclick", " onload"] {
            assert!(!page.body.contains(banned), "{banned} in {path}");
        }
    }
}

#[test]
fn every_page_is_well_formed() {
    for (path, page) in PAGES.iter().filter(|(_, page)| is_html(page)) {
        if let Err(why) = well_formed(&page.body) {
            panic!("{path}: {why}");
        }
        let ids = values(&page.body, " id=\"");
        let distinct: BTreeSet<&String> = ids.iter().collect();
        assert_eq!(ids.len(), distinct.len(), "an id of {path} is used twice: {ids:?}");
        assert_eq!(page.body.matches("<h1").count(), 1, "{path}");
        assert_eq!(page.body.matches("<main").count(), 1, "{path}");
    }
}

#[test]
fn every_link_leads_to_a_page_and_its_part() {
    let pages = &*PAGES;
    let mut dead = vec![];
    for (path, page) in pages.iter().filter(|(_, page)| is_html(page)) {
        assert_eq!(page.status.as_u16(), 200, "{path}");
        for link in links(&page.body) {
            let (to, part) = link.split_once('#').unwrap_or((&link, ""));
            let to = if to.is_empty() { path } else { to };
            let Some(target) = pages.get(to) else { continue };
            if !part.is_empty() && !target.body.contains(&format!(" id=\"{part}\"")) {
                dead.push(format!("{path} → {link}"));
            }
        }
    }
    assert_eq!(dead, Vec::<String>::new());
}

#[test]
fn the_crawler_finds_every_chapter_and_exercise() {
    let pages = &*PAGES;
    for chapter in contents::chapters().filter(|chapter| chapter.lesson.is_some()) {
        assert!(pages.contains_key(&format!("/chapters/{}", chapter.name)), "{}", chapter.name);
    }
    for exercise in contents::exercises() {
        assert!(pages.contains_key(&format!("/exercises/{}", exercise.name())));
    }
    assert!(pages.keys().any(|path| path.starts_with("/lab/")));
}

#[test]
fn every_exercise_that_has_a_task_is_in_the_workbook() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../exercises");
    let listed: BTreeSet<&str> = contents::exercises().map(|exercise| exercise.folder).collect();
    for entry in std::fs::read_dir(root).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        if folder.join("README.md").exists() {
            assert!(listed.contains(name), "add {name} to its chapter in src/contents.rs");
        }
    }
}

#[test]
fn a_prediction_is_a_question_and_its_place_in_the_text() {
    let lesson = render(
        "Before.\n\n```predict\nask=How many of the *eight* pass?\nmechanism=token-bucket\n\
         run=after-a-pause\nquery=admitted-between 999 1000\nunit=requests\n\
         why=The bucket stops at its burst.\n```\n\nAfter.\n",
    );
    assert_eq!(lesson.problems, Vec::<String>::new());
    assert_eq!(lesson.html, "<p>Before.</p>\n<!--prediction 1-->\n<p>After.</p>\n");
    let [question] = lesson.questions.as_slice() else { panic!("{:?}", lesson.questions) };
    assert_eq!((question.key().as_str(), question.number), ("lesson/1", 1));
    // T-03: a bucket of five lets five of eight through after a pause.
    let judged = question.judge("5");
    assert_eq!((judged.right, judged.answer.as_str()), (true, "5\u{a0}requests"));
}

#[test]
fn an_answer_has_the_unit_that_was_asked_for() {
    let answer = |query: &str, unit: &str| {
        let head = "```predict\nask=?\nmechanism=token-bucket\nburst-at=0x10\n";
        let limit = "rate=5\nburst=5\ncredit=5\n";
        let lesson = render(&format!("{head}{limit}query={query}\nunit={unit}\n```\n"));
        assert_eq!(lesson.problems, Vec::<String>::new());
        lesson.questions[0].judge("?").answer.replace('\u{a0}', " ")
    };
    // Five a second, burst five, ten at once that wait: the sixth goes after 200 ms, the tenth
    // after 1000.
    assert_eq!(answer("admitted-between 199 200", "requests"), "1 request");
    assert_eq!(answer("admitted-at 6", ""), "200 ms");
    assert_eq!(answer("admitted-at 10", "s"), "1 s");
    assert_eq!(answer("admitted-at 7", "s"), "0.400 s");
    assert_eq!(answer("first-refusal", "s"), "never");
    assert_eq!(answer("gauge-at 0 0", "tokens"), "\u{2212}5.0 tokens");
    assert_eq!(answer("gauge-at 0 level", "tokens"), "\u{2212}5.0 tokens");
}

#[test]
fn a_task_leads_to_the_run_that_it_begins_with() {
    let lesson = render(
        "```task\nask=Turn *one* knob.\nmechanism=token-bucket\nrun=overload\n\
         until=refused-until 1000 >= 1\n```\n",
    );
    assert_eq!((lesson.problems.len(), lesson.tasks.len()), (0, 1));
    assert_eq!(lesson.tasks[0].key(), "lesson/1");
    let link = "<a href=\"/lab/token-bucket?run=overload\">";
    assert!(lesson.html.contains(link) && lesson.html.contains("<em>one</em>"), "{}", lesson.html);
}

#[test]
fn a_figure_is_a_run_of_the_mechanism() {
    let lesson = render(
        "```stage\nmechanism=token-bucket\nrun=after-a-pause\nat=1000\n\
         caption=Eight at once after a quiet second.\n```\n",
    );
    assert_eq!(lesson.problems, Vec::<String>::new());
    assert!(lesson.html.contains("Eight at once after a quiet second."), "{}", lesson.html);
    assert!(lesson.html.contains("<figure"), "{}", lesson.html);
}

#[test]
fn what_is_wrong_with_a_block_is_said_in_its_place() {
    for (block, says) in [
        ("stage\nmechanism=leaky", "there is no mechanism “leaky”"),
        ("stage\nrun=overload", "it has no line mechanism=…"),
        ("stage\nmechanism=token-bucket\nrun", "“run” is not a line of the form key=value"),
        ("predict\nmechanism=token-bucket\nquery=first-refusal", "it has no line ask=…"),
        ("predict\nask=?\nmechanism=token-bucket", "it has no line query=…"),
        ("predict\nask=?\nmechanism=token-bucket\nquery=<b>", "“&lt;b&gt;” is not a query"),
        ("task\nask=?\nmechanism=token-bucket", "it has no line until=…"),
        (
            "task\nask=?\nmechanism=token-bucket\nuntil=soon",
            "“soon” is not a query and a comparison",
        ),
    ] {
        let lesson = render(&format!("Before.\n\n```{block}\n```\n\nAfter.\n"));
        assert_eq!(lesson.problems.len(), 1, "{block}");
        assert!(lesson.html.contains("<p class=\"problem\">"), "{}", lesson.html);
        assert!(lesson.html.contains(says), "{says} is not in {}", lesson.html);
        assert!(lesson.html.contains("After."), "{}", lesson.html);
    }
}

#[test]
fn a_run_that_does_not_exist_is_a_problem() {
    for block in [
        "stage\n",
        "predict\nask=?\nquery=first-refusal\n",
        "task\nask=?\nuntil=first-refusal > 0\n",
    ] {
        let lesson = render(&format!("```{block}mechanism=token-bucket\nrun=no-such-run\n```\n"));
        assert_eq!(lesson.problems.len(), 1, "{}", lesson.html);
    }
}

#[test]
fn a_curated_run_is_asked_for_as_it_stands() {
    for mechanism in web::mechanisms::all() {
        for run in (mechanism.curated)() {
            let asked = web::query::parse(mechanism, &format!("run={}", run.name));
            let mut scenario = run.scenario;
            let filled = mechanism.filled(&scenario.params);
            scenario.params = mechanism.knobs.iter().fold(Params::new(), |params, knob| {
                params.with(knob.name, filled.get(knob.name, knob.default))
            });
            assert_eq!(asked.scenario, scenario, "{} of {}", run.name, mechanism.name);
            assert_eq!(asked.notes, Vec::<String>::new(), "{}", run.name);
        }
    }
}

#[test]
fn headings_are_anchors_and_the_first_is_the_title() {
    let lesson = render("# The *clock*\n\n## See it break\n\n### Why\n\n## See [it](#a) break\n");
    assert_eq!(lesson.title, "The <em>clock</em>");
    let parts: Vec<&str> = lesson.parts.iter().map(|part| part.id.as_str()).collect();
    assert_eq!(parts, ["see-it-break", "see-it-break-1"]);
    let anchor = "<h2 id=\"see-it-break\"><a href=\"#see-it-break\">See it break</a></h2>";
    assert!(lesson.html.starts_with(anchor), "{}", lesson.html);
    assert!(lesson.html.contains("<h3 id=\"why\">"), "{}", lesson.html);
    assert!(!lesson.html.contains("<h1"), "{}", lesson.html);
}

#[test]
fn links_lead_to_pages_and_items_are_only_code() {
    let lesson = render(
        "[bucket](../06-token-bucket/README.md#predict), [`Moment`], [source](src/lib.rs), [0, 1].\n\n\
         | a | b |\n|--:|---|\n| 1 | 2 |\n",
    );
    let html = &lesson.html;
    let first = "<p><a href=\"/chapters/token-bucket#predict\">bucket</a>, <code>Moment</code>, source, [0, 1].</p>";
    assert!(html.starts_with(first), "{html}");
    assert!(html.contains("<th class=\"right\">a</th>") && !html.contains("style="), "{html}");
}

#[test]
fn the_line_under_a_tasks_title_is_left_to_the_header() {
    let task = |markdown: &str| Lesson::render("task", markdown, Kind::Exercise).html;
    assert_eq!(
        task("# Debt\n\n*Token bucket · 30 minutes*\n\n*Story.*\n"),
        "<p><em>Story.</em></p>\n"
    );
    let linked = "<p>A <em>story</em> <a href=\"/chapters/clock\">of</a>.</p>\n";
    assert_eq!(task("# Debt\n\nA *story* [of](../../chapters/01-clock/README.md).\n"), linked);
}

#[test]
fn an_empty_lesson_is_a_page() {
    let lesson = render("");
    assert_eq!((lesson.title.as_str(), lesson.html.as_str()), ("", ""));
}

fn render(markdown: &str) -> Lesson {
    Lesson::render("lesson", markdown, Kind::Chapter)
}

/// All pages that can be reached from the first one, by their addresses.
static PAGES: LazyLock<BTreeMap<String, Answer>> = LazyLock::new(|| {
    let mut pages = BTreeMap::new();
    let mut open = vec!["/".to_owned()];
    while let Some(path) = open.pop() {
        if pages.contains_key(&path) || pages.len() >= PAGES_MAX {
            continue;
        }
        let page = get(&path);
        // Only the first page of the lab is followed: it leads to every moment of a run.
        if is_html(&page) && !path.contains('?') {
            let links = links(&page.body).into_iter().filter(|link| link.starts_with('/'));
            open.extend(links.map(|link| link.split('#').next().unwrap_or_default().to_owned()));
        }
        pages.insert(path, page);
    }
    assert!(pages.len() < PAGES_MAX, "more than {PAGES_MAX} pages");
    pages
});

fn is_html(page: &Answer) -> bool {
    page.headers.get("content-type").is_some_and(|kind| kind == "text/html; charset=utf-8")
}

fn links(html: &str) -> Vec<String> {
    let links = values(html, " href=\"").into_iter().chain(values(html, " src=\""));
    links.map(|link| link.replace("&amp;", "&").replace("&#38;", "&")).collect()
}

fn values(html: &str, name: &str) -> Vec<String> {
    let after = html.match_indices(name).map(|(at, _)| &html[at + name.len()..]);
    after.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

/// Whether what is opened is closed, in order.
fn well_formed(html: &str) -> Result<(), String> {
    const VOID: [&str; 7] = ["br", "hr", "img", "input", "link", "meta", "wbr"];
    let mut open: Vec<&str> = vec![];
    for (at, _) in html.match_indices('<') {
        let rest = &html[at + 1..];
        let (tag, _) = rest.split_once('>').ok_or_else(|| format!("<{rest} is never closed"))?;
        if let Some(name) = tag.strip_prefix('/') {
            let opened = open.pop();
            if opened != Some(name) {
                return Err(format!("</{name}> closes {opened:?}"));
            }
        } else if !tag.starts_with('!') && !tag.ends_with('/') {
            let name = tag.split_whitespace().next().unwrap_or_default();
            if !VOID.contains(&name) {
                open.push(name);
            }
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} is never closed")) }
}
