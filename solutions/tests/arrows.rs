//! Who depends on whom, as ARCHITECTURE.md says it.
//!
//! Cargo's own metadata is asked, and only normal dependencies count: what a
//! crate uses for its tests is its own business.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Every package with all that it links, directly or not.
struct Graph {
    /// Names of the workspace's own packages.
    members: BTreeSet<String>,
    /// The folder of each member, from the root.
    folders: BTreeMap<String, String>,
    direct: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    /// The members' own edges come from Cargo's metadata, which tells normal
    /// dependencies from others; those between registry packages come from the
    /// lock file. So nothing has to be downloaded for this test.
    fn read() -> Self {
        let metadata = command(env!("CARGO"), &["metadata", "--format-version", "1", "--no-deps"]);
        let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
        let root = text(&metadata["workspace_root"]);
        let mut graph = Self {
            members: BTreeSet::new(),
            folders: BTreeMap::new(),
            direct: locked(&Path::new(root).join("Cargo.lock")),
        };
        for package in metadata["packages"].as_array().expect("packages") {
            let name = text(&package["name"]).to_owned();
            let folder = text(&package["manifest_path"])
                .trim_start_matches(root)
                .trim_start_matches('/')
                .trim_end_matches("/Cargo.toml");
            let dependencies = package["dependencies"].as_array().expect("dependencies").iter();
            let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
            let normal = normal.map(|dependency| text(&dependency["name"]).to_owned());
            graph.direct.insert(name.clone(), normal.collect());
            graph.folders.insert(name.clone(), folder.to_owned());
            graph.members.insert(name);
        }
        graph
    }

    /// All that `package` links.
    fn links(&self, package: &str) -> BTreeSet<&str> {
        let mut seen = BTreeSet::new();
        let mut open = vec![package];
        while let Some(next) = open.pop() {
            for dependency in self.direct.get(next).into_iter().flatten() {
                if seen.insert(dependency.as_str()) {
                    open.push(dependency);
                }
            }
        }
        seen
    }

    /// The workspace's own packages among them.
    fn own(&self, package: &str) -> BTreeSet<&str> {
        let links = self.links(package);
        links.into_iter().filter(|name| self.members.contains(*name)).collect()
    }

    fn in_folder(&self, folder: &str) -> Vec<&str> {
        let inside = self.folders.iter().filter(|(_, at)| at.starts_with(folder));
        inside.map(|(name, _)| name.as_str()).collect()
    }
}

/// What each locked package depends on, by name.
fn locked(path: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let lock = fs::read_to_string(path).expect("a lock file");
    let lock: toml::Table = lock.parse().expect("TOML");
    let mut direct: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array().expect("packages") {
        let name = package["name"].as_str().expect("a name").to_owned();
        let dependencies = package.get("dependencies").and_then(|list| list.as_array());
        // `name`, or `name version` where there are several.
        let names = dependencies.into_iter().flatten().filter_map(|dependency| {
            dependency.as_str()?.split_whitespace().next().map(str::to_owned)
        });
        direct.entry(name).or_default().extend(names);
    }
    direct
}

fn command(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

#[test]
fn the_arrows_point_from_the_clock_to_the_web() {
    let graph = Graph::read();
    assert_eq!(graph.own("clock"), BTreeSet::new());
    assert_eq!(graph.own("simulation"), BTreeSet::from(["clock"]));
    assert_eq!(graph.own("interleavings"), BTreeSet::new());
    for chapter in graph.in_folder("chapters/") {
        let number = graph.folders[chapter].trim_start_matches("chapters/");
        for dependency in graph.own(chapter) {
            let other = graph.folders[dependency].trim_start_matches("chapters/");
            assert!(other < number, "{chapter} depends on {dependency}, a later chapter");
        }
    }
}

#[test]
fn an_exercise_never_links_the_chapter_that_answers_it() {
    let graph = Graph::read();
    let exercises = graph.in_folder("exercises/");
    assert!(exercises.len() >= 2, "{exercises:?}");
    for exercise in exercises.into_iter().filter(|name| *name != "grader") {
        assert_eq!(graph.own(exercise), BTreeSet::from(["clock", "simulation"]), "{exercise}");
    }
}

#[test]
fn the_grader_links_the_chapters_whose_runs_answer_questions() {
    let graph = Graph::read();
    let chapters = [
        "breaker",
        "clock",
        "keyed-limits",
        "leaky-bucket",
        "simulation",
        "token-bucket",
        "window",
    ];
    assert_eq!(graph.own("grader"), BTreeSet::from(chapters));
    for exercise in graph.in_folder("exercises/") {
        assert!(!graph.own(exercise).contains("grader"), "{exercise} links the grader");
    }
}

#[test]
fn only_interleavings_links_the_model_checker() {
    let graph = Graph::read();
    let links_loom: Vec<&String> =
        graph.members.iter().filter(|member| graph.links(member).contains("loom")).collect();
    assert_eq!(links_loom, ["interleavings"]);
    assert!(!graph.own("web").contains("interleavings"));
}

#[test]
fn nothing_but_the_web_links_a_runtime_or_http() {
    let graph = Graph::read();
    let heavy = ["tokio", "async-std", "smol", "hyper", "axum", "tower", "reqwest"];
    let links_heavy: Vec<&String> = graph
        .members
        .iter()
        .filter(|member| heavy.iter().any(|name| graph.links(member).contains(name)))
        .collect();
    assert_eq!(links_heavy, ["web"]);
}

#[test]
fn nothing_depends_on_the_solutions() {
    let graph = Graph::read();
    for member in &graph.members {
        assert!(!graph.own(member).contains("solutions"), "{member} depends on solutions");
    }
}

#[test]
fn the_learners_packages_the_benchmarks_and_the_browser_are_not_default_members() {
    let manifest = include_str!("../../Cargo.toml");
    let manifest: toml::Table = manifest.parse().expect("a manifest");
    let default: BTreeSet<&str> = manifest["workspace"]["default-members"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|member| member.as_str().expect("a path"))
        .collect();
    let graph = Graph::read();
    for (name, folder) in &graph.folders {
        let left_out = ["chapters/benches", "web/browser"].contains(&folder.as_str())
            || (folder.starts_with("exercises/") && folder != "exercises/grader");
        assert_eq!(!default.contains(folder.as_str()), left_out, "{name} in {folder}");
    }
}
