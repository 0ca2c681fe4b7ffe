//! Something to do in the lab, as a lesson sets it.

use grader::tasks::Task;

use super::inline;
use crate::highlight::escape;

/// The box of a task.
pub(super) fn html(task: &Task) -> String {
    let (number, ask) = (task.number, inline(&task.ask));
    let link = escape(&task.start);
    format!(
        "<section class=\"predict task-box\" id=\"task-{number}\" aria-label=\"Task {number}\">\n\
         <p class=\"kicker\">Try it</p>\n<p class=\"ask\">{ask}</p>\n\
         <p class=\"see\"><a href=\"{link}\">Begin in the lab</a></p>\n</section>\n"
    )
}
