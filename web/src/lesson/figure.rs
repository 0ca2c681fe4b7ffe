//! A figure: one frame of a run.

use grader::Block;

use crate::stage;

/// The figure that `text` describes.
pub(super) fn html(text: &str) -> Result<String, String> {
    let mut block = Block::parse(text)?;
    let caption = block.take("caption").unwrap_or_default();
    let named = block.pictured()?;
    stage::embed(named.mechanism, &named.asked.scenario, named.asked.at_ms, caption)
}
