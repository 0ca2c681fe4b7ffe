//! The rules of the breaker, with the time handed in. `solutions/` runs these
//! same files against wrong versions of the mechanism.

use breaker::{
    Cell, Change, ConfigError, Counted, Machine, Refused, Settings, Slow, State, Ticket, Trigger,
    Verdict, Why, Window,
};

#[path = "rules/script.rs"]
mod script;

#[path = "rules/changes.rs"]
mod changes;
#[path = "rules/cools_off.rs"]
mod cools_off;
#[path = "rules/forced.rs"]
mod forced;
#[path = "rules/late.rs"]
mod late;
#[path = "rules/opens.rs"]
mod opens;
#[path = "rules/probes.rs"]
mod probes;
#[path = "rules/settings.rs"]
mod settings;
#[path = "rules/slow.rs"]
mod slow;
#[path = "rules/steps.rs"]
mod steps;
#[path = "rules/time_back.rs"]
mod time_back;
#[path = "rules/windows.rs"]
mod windows;
