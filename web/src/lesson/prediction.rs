//! A question that is asked before the run is shown. Its answer is computed by
//! a query over the run, and never stands in the text.

use simulation::{Answer, Query, Trace, Unit, run, text};

use super::block::Block;
use super::inline;
use crate::highlight::escape;

/// The box that `text` describes: the question, and the answer folded under it.
pub(super) fn html(text: &str) -> Result<String, String> {
    let mut block = Block::parse(text)?;
    let ask = inline(block.need("ask")?);
    let why = block.take("why").map(inline).unwrap_or_default();
    let unit = block.take("unit").unwrap_or_default();
    let words = block.need("query")?;
    let query = Query::parse(words).ok_or_else(|| format!("“{words}” is not a query"))?;
    let named = block.named()?;
    let mechanism = named.mechanism;
    let scenario = &named.asked.scenario;
    let mut subject = (mechanism.build)(&mechanism.filled(&scenario.params))?;
    let trace = run(scenario, subject.as_mut()).map_err(|error| error.to_string())?;
    let answer = escape(&said(query, &trace, unit));
    let lab = escape(&named.lab);
    let why = if why.is_empty() { why } else { format!("<p>{why}</p>\n") };
    Ok(format!(
        "<section class=\"predict\" aria-label=\"Prediction\">\n\
         <p class=\"kicker\">Predict</p>\n\
         <p class=\"ask\">{ask}</p>\n\
         <details>\n<summary>Show the answer</summary>\n\
         <p class=\"answer\">{answer}</p>\n{why}\
         <p><a href=\"{lab}\">See it in the run</a></p>\n\
         </details>\n</section>\n"
    ))
}

/// The answer with its unit.
fn said(query: Query, trace: &Trace, unit: &str) -> String {
    let number = match query.ask(trace) {
        Answer::Never => return "never".to_owned(),
        Answer::At(at) if unit == "s" && at.as_nanos().is_multiple_of(1_000_000_000) => {
            return format!("{}{}s", at.as_millis() / 1000, text::NO_BREAK);
        }
        Answer::At(at) if unit == "s" => return text::seconds(at),
        Answer::At(at) => return at.to_string().replace(' ', &text::NO_BREAK.to_string()),
        Answer::Number(number) => number,
    };
    let number = match gauge_unit(query, trace) {
        Some(Unit::MicroTokens) => text::tokens(number),
        Some(Unit::Nanos) => {
            let wait = std::time::Duration::from_nanos(number.unsigned_abs());
            return text::wait(wait);
        }
        Some(Unit::Count) | None => number.to_string(),
    };
    let unit = if number == "1" { unit.strip_suffix('s').unwrap_or(unit) } else { unit };
    if unit.is_empty() { number } else { format!("{number}{}{unit}", text::NO_BREAK) }
}

fn gauge_unit(query: Query, trace: &Trace) -> Option<Unit> {
    let Query::GaugeAt(_, index) = query else { return None };
    trace.heads.get(index).map(|gauge| gauge.unit)
}
