//! One browser with one workbook: what every test holds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clock::{Clock, SystemClock};
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use fantoccini::key::Key;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::processes::{Driver, Workbook, root};
use crate::webdriver::Vendor;

/// How long a whole test may take.
const TEST_MAX: Duration = Duration::from_mins(3);

/// How long a page may take to become what a test waits for.
pub const WAIT_MAX: Duration = Duration::from_secs(10);

/// A lab page with a script is ready when its player is; any other one at once.
pub const READY: &str = "!document.querySelector('script[src]') \
     || !document.querySelector('.lab-stage .stage-frame') \
     || document.querySelector('.lab-stage .stage-frame[data-ready]')";

/// A laptop's browser window, without and with a bar of bookmarks: what is left of it for the page.
pub const LAPTOP: (u32, u32) = (1280, 657);
pub const LOW_LAPTOP: (u32, u32) = (1366, 640);
pub const PHONE: (u32, u32) = (360, 740);
/// The narrowest that pages are made for.
pub const NARROW: (u32, u32) = (320, 640);

/// A browser, the workbook that it looks at, and the driver in between.
pub struct Browser {
    // Dropped in this order: the browser goes before what it talks to.
    client: Client,
    _driver: Driver,
    pub workbook: Workbook,
    _profile: TempDir,
}

/// Runs `test` in a browser of its own, one test at a time, and then looks at
/// what nobody asked about: the console and the network.
pub fn browse(test: impl AsyncFnOnce(&mut Browser)) {
    browse_in(root(), test);
}

/// The same with a workbook that finds the learner's files in `folder`.
pub fn browse_in(folder: &Path, test: impl AsyncFnOnce(&mut Browser)) {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let clock = SystemClock::new();
    let start = clock.now();
    let whole = async {
        let mut browser = Browser::open(folder).await;
        test(&mut browser).await;
        assert_eq!(browser.console().await, Vec::<String>::new(), "in the console");
        browser.stays_home().await;
        browser.client.clone().close().await.expect("the session ends");
    };
    let ended =
        runtime.expect("a runtime").block_on(async { tokio::time::timeout(TEST_MAX, whole).await });
    assert!(ended.is_ok(), "the test took longer than {TEST_MAX:?}");
    println!("({:.1} s)", clock.now().since(start).as_secs_f64());
}

impl Browser {
    async fn open(folder: &Path) -> Self {
        let workbook = Workbook::start(folder);
        let driver = Driver::start();
        let profile = TempDir::new().expect("a folder for the profile");
        let mut connect = ClientBuilder::new(HttpConnector::new());
        connect.capabilities(capabilities(&profile));
        let client = connect.connect(&driver.url()).await.expect("a session");
        let browser = Self { client, _driver: driver, workbook, _profile: profile };
        browser.size(LAPTOP).await;
        browser
    }

    /// Opens a page of the workbook, and waits until its player is ready.
    pub async fn goto(&self, path: &str) {
        self.open_page(path).await;
        self.until(READY).await;
    }

    /// The same, without waiting for anything but the page itself.
    pub async fn open_page(&self, path: &str) {
        let url = format!("{}{path}", self.workbook.origin());
        self.client.goto(&url).await.unwrap_or_else(|error| panic!("{path}: {error}"));
    }

    /// Opens a page and scrolls once through it: the players of a lesson's
    /// figures are made when they come near.
    pub async fn goto_whole(&self, path: &str) {
        self.goto(path).await;
        let bound = self.client.execute_async(SCROLL_THROUGH, vec![]).await;
        let bound = bound.unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(bound, json!(true), "{path}: a figure is not ready");
    }

    /// What `script`, the body of a function of one argument, returns.
    pub async fn run(&self, script: &str, argument: Value) -> Value {
        let script = format!("const [given] = arguments;\n{script}");
        self.client.execute(&script, vec![argument]).await.unwrap_or_else(|error| {
            panic!("{error}\nin: {}", script.lines().take(6).collect::<Vec<_>>().join("\n"))
        })
    }

    /// The value of an expression in the page.
    pub async fn eval(&self, expression: &str) -> Value {
        self.run(&format!("return ({expression});"), Value::Null).await
    }

    /// Waits until `expression` is true in the page, and returns what it was.
    pub async fn until(&self, expression: &str) -> Value {
        let script = "const [limit, done] = arguments; const start = performance.now();
            const look = () => {
                let value = null;
                try { value = EXPRESSION; } catch (error) { value = null; }
                if (value || performance.now() - start > limit) done(value || null);
                else setTimeout(look, 5);
            };
            look();"
            .replace("EXPRESSION", expression);
        let limit = json!(WAIT_MAX.as_millis());
        let value = self.client.execute_async(&script, vec![limit]).await;
        let value = value.unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert!(!value.is_null(), "within {WAIT_MAX:?} this did not become true: {expression}");
        value
    }

    /// Presses keys one after another, as a hand does; `shift` is held meanwhile.
    pub async fn keys(&self, keys: &[char], shift: bool) {
        let shift_key = char::from(Key::Shift);
        let mut hand = KeyActions::new("keyboard".into());
        if shift {
            hand = hand.then(KeyAction::Down { value: shift_key });
        }
        for &value in keys {
            hand = hand.then(KeyAction::Down { value }).then(KeyAction::Up { value });
        }
        if shift {
            hand = hand.then(KeyAction::Up { value: shift_key });
        }
        self.client.perform_actions(hand).await.expect("keys are pressed");
    }

    /// Clicks what a reader would call `name`.
    pub async fn press(&self, name: &str) {
        let found = self.run(NAMED, json!(name)).await;
        assert_eq!(found, json!(true), "there is no \"{name}\" to press");
        let element = self.client.find(Locator::Css("[data-wanted]")).await.expect("it was found");
        element.click().await.unwrap_or_else(|error| panic!("{name}: {error}"));
    }

    /// The driver's own view of the page, for what has no helper here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// A command of the DevTools protocol.
    pub async fn devtools(&self, command: &str, params: Value) -> Value {
        let sent = self.client.issue_cmd(Vendor::devtools(command, &params)).await;
        sent.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    /// Gives the page that much room.
    pub async fn size(&self, (width, height): (u32, u32)) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
        // A phone's scroll bars take no room.
        let hidden = json!({ "hidden": width < LAPTOP.0 / 2 });
        self.devtools("Emulation.setScrollbarsHidden", hidden).await;
    }

    /// Answers media queries with these: `("prefers-color-scheme", "dark")`.
    pub async fn media(&self, medium: &str, features: &[(&str, &str)]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        let params = json!({ "media": medium, "features": features });
        self.devtools("Emulation.setEmulatedMedia", params).await;
    }

    /// Warnings and errors in the console since the last look.
    pub async fn console(&self) -> Vec<String> {
        let log = self.client.issue_cmd(Vendor::log("browser")).await.expect("a log");
        let bad = |entry: &&Value| entry["level"] == "SEVERE" || entry["level"] == "WARNING";
        let entries = log.as_array().expect("a list").iter().filter(bad);
        entries.map(|entry| entry["message"].as_str().unwrap_or("?").to_owned()).collect()
    }

    /// The address of each request of a page since the last look.
    pub async fn requests(&self) -> Vec<String> {
        let log = self.client.issue_cmd(Vendor::log("performance")).await.expect("a log");
        let entries = log.as_array().expect("a list").iter();
        let events = entries.filter_map(|entry| {
            let event: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
            let sent = event["message"]["method"] == "Network.requestWillBeSent";
            let url = event["message"]["params"]["request"]["url"].as_str()?;
            // The browser's own pages, such as the empty tab, load from itself.
            (sent && !url.starts_with("chrome")).then(|| url.to_owned())
        });
        events.collect()
    }

    /// Fails if any request since the last look left this workbook.
    async fn stays_home(&self) {
        let home = format!("{}/", self.workbook.origin());
        let requests = self.requests().await;
        let foreign: Vec<&String> = requests
            .iter()
            .filter(|url| !url.starts_with(&home) && !url.starts_with("data:"))
            .collect();
        assert!(foreign.is_empty(), "requests to other origins: {foreign:?}");
    }

    /// Keeps a picture of what is seen now, for people.
    pub async fn picture(&self, name: &str) {
        let png = self.client.screenshot().await.expect("a picture");
        let folder = pictures();
        fs::create_dir_all(&folder).expect("a folder for pictures");
        fs::write(folder.join(format!("{name}.png")), png).expect("the picture is written");
    }
}

/// `target/browser`, beside this very program.
pub fn pictures() -> PathBuf {
    let program = std::env::current_exe().expect("a path");
    let target = program.ancestors().nth(3).expect("target/debug/deps/browser");
    target.join("browser")
}

/// Brings each figure into the window and waits until it is ready.
const SCROLL_THROUGH: &str = "
    const done = arguments[0];
    const frames = [...document.querySelectorAll('figure.stage .stage-frame')];
    const scripts = document.querySelector('script[src]') !== null;
    const start = performance.now();
    const look = () => {
        const next = frames.find((frame) => !('ready' in frame.dataset));
        const over = performance.now() - start > 20000;
        if (!scripts || !next || over) {
            scrollTo(0, 0);
            return done(!scripts || !next);
        }
        next.scrollIntoView({ block: 'center' });
        setTimeout(look, 10);
    };
    look();";

/// Marks the button or link that is seen and has the given name.
const NAMED: &str = "
    document.querySelector('[data-wanted]')?.removeAttribute('data-wanted');
    const name = (element) => {
        if (element.ariaLabel) return element.ariaLabel;
        const copy = element.cloneNode(true);
        copy.querySelectorAll('[aria-hidden]').forEach((part) => part.remove());
        return copy.textContent.trim();
    };
    const found = [...document.querySelectorAll('button, a')].find((element) =>
        name(element) === given && element.checkVisibility({ visibilityProperty: true }));
    found?.setAttribute('data-wanted', '');
    return found !== undefined;";

fn capabilities(profile: &TempDir) -> fantoccini::wd::Capabilities {
    let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".into());
    let flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--window-size=1280,800",
    ];
    let mut flags: Vec<String> = flags.map(str::to_owned).into();
    flags.push(format!("--user-data-dir={}", profile.path().display()));
    // What it opens first; without it, a page of its own that loads and loads.
    flags.push("data:,".into());
    let all = json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "binary": program, "args": flags },
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
        "timeouts": { "script": 30_000, "pageLoad": 150_000 },
    });
    let Value::Object(all) = all else { unreachable!("it is written as an object") };
    all
}
