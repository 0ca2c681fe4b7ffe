/// A small random number generator that gives the same numbers on every
/// machine, for ever: shared links must replay for years.
///
/// It is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", 2014): a counter that steps by the golden ratio, and a
/// mixer. Integers only; nothing here is fit for secrets.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
}

/// 2^64 divided by the golden ratio, made odd: the counter visits every value.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Rng {
    /// The generator of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// A generator of its own for the `index`-th user of `seed`.
    ///
    /// Each source of arrivals has one, so that a request that is added in one
    /// place never shifts the numbers of another.
    pub fn stream(seed: u64, index: u64) -> Self {
        let mut rng = Self::new(seed);
        let start = rng.next() ^ index.wrapping_mul(STEP);
        Self::new(Self::new(start).next())
    }

    /// The next 64 random bits.
    #[expect(clippy::should_implement_trait, reason = "an endless stream is no Iterator here")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(STEP);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound − 1`; 0 if `bound` is 0.
    ///
    /// By multiplication (Lemire, 2019) without the rejection step: the bias is
    /// below `bound / 2^64`, and every call takes exactly one number.
    pub fn below(&mut self, bound: u64) -> u64 {
        let product = u128::from(self.next()) * u128::from(bound);
        (product >> 64) as u64
    }

    /// True `numerator` times in `denominator`.
    pub fn chance(&mut self, numerator: u64, denominator: u64) -> bool {
        self.below(denominator) < numerator
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_generator() {
        // The first outputs of SplitMix64 for seed 1234567, as its authors'
        // reference code gives them.
        let mut rng = Rng::new(1_234_567);
        let got: Vec<u64> = (0..3).map(|_| rng.next()).collect();
        assert_eq!(
            got,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn a_number_below_a_bound_is_below_it_and_reaches_both_ends() {
        let mut rng = Rng::new(7);
        let seen: std::collections::BTreeSet<u64> = (0..200).map(|_| rng.below(6)).collect();
        assert_eq!(seen, (0..6).collect());
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn two_streams_of_one_seed_differ_and_each_repeats() {
        let draw = |index| {
            let mut rng = Rng::stream(7, index);
            [rng.next(), rng.next(), rng.next()]
        };
        assert_eq!(draw(0), draw(0));
        assert_ne!(draw(0), draw(1));
    }
}
