use clock::Moment;
use token_bucket::{Gcra, Refused};

/// One bucket of several that a request must pass: its rule, and its word now.
pub type Layer<'g> = (&'g Gcra, u64);

/// Takes `n` tokens from every layer, or from none: the words as they become, or
/// the refusal that counts.
///
/// All are asked before any is debited. Nothing is written here; whoever holds the
/// words writes all of them or none, under all the locks that guard them.
pub fn take_all<const N: usize>(
    layers: [Layer<'_>; N],
    n: u32,
    now: Moment,
) -> Result<[u64; N], Refused> {
    let mut next = layers.map(|(_, word)| word);
    let mut refusal = None;
    for ((gcra, word), next) in layers.into_iter().zip(&mut next) {
        match gcra.take(word, n, now, Some(now)) {
            Ok((taken, _)) => *next = taken,
            Err(refused) => refusal = Some(refusal.map_or(refused, |one| worse(one, refused))),
        }
    }
    match refusal {
        None => Ok(next),              // lit: admitted
        Some(refusal) => Err(refusal), // lit: refused
    }
}

/// What the caller must know of two refusals: the smaller of two bursts, then that
/// it will never pass, and else the later of two moments. At the earlier one it
/// would only be refused again.
fn worse(one: Refused, other: Refused) -> Refused {
    use Refused::{Never, OverBurst, Until};
    match (one, other) {
        (OverBurst { asked, burst }, OverBurst { burst: other, .. }) => {
            OverBurst { asked, burst: burst.min(other) }
        }
        (over @ OverBurst { .. }, _) | (_, over @ OverBurst { .. }) => over,
        (Never, _) | (_, Never) => Never,
        (Until(one), Until(other)) => Until(one.max(other)),
    }
}
