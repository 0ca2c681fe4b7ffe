use std::fmt;

use token_bucket::Limit;

use super::table::Table;

/// What a [`KeyedLimiter`](crate::KeyedLimiter) is built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// What each key may do: this is what is fair.
    pub per_key: Limit,
    /// What all keys together may do: this is what protects. `None`: as much as
    /// they want.
    pub global: Option<Limit>,
    /// How many keys have a bucket of their own at one time.
    pub keys_max: usize,
    /// How many locks the keys are spread over, by their hash. Each of them has its
    /// part of `keys_max`, rounded up, so with several a part may be full while
    /// another is not.
    pub shards: usize,
}

impl Limits {
    /// One bucket a key, `keys_max` of them, none above them; up to 64 shards, of
    /// at least 256 keys each.
    pub fn per_key(limit: Limit, keys_max: usize) -> Self {
        Self { per_key: limit, global: None, keys_max, shards: (keys_max / 256).clamp(1, 64) }
    }

    /// The same with a bucket above them all.
    #[must_use]
    pub const fn under(mut self, global: Limit) -> Self {
        self.global = Some(global);
        self
    }

    /// The same on so many shards; on one, the bound is exact.
    #[must_use]
    pub const fn shards(mut self, shards: usize) -> Self {
        self.shards = shards;
        self
    }

    /// What the tables of a limiter with these limits take, in bytes, from its first
    /// request to its last; without what a key may own elsewhere, such as the letters
    /// of a `String`.
    pub fn bytes_max<K: Eq + Clone>(&self) -> Result<usize, ConfigError> {
        Ok(self.shards * Table::<K>::bytes(self.shard_max()?))
    }

    /// The keys of one shard.
    pub(crate) fn shard_max(&self) -> Result<u32, ConfigError> {
        if self.keys_max == 0 || self.shards == 0 {
            return Err(ConfigError::NoPlace);
        }
        let each = self.keys_max.div_ceil(self.shards);
        u32::try_from(each).ok().filter(|&each| each < u32::MAX).ok_or(ConfigError::TooMany)
    }
}

/// Why a keyed limiter cannot be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// `keys_max` or `shards` is 0: all keys would share one bucket.
    NoPlace,
    /// More than 2³² keys in one shard.
    TooMany,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoPlace => "a keyed limiter needs a place for one key at least, and one shard",
            Self::TooMany => "a shard holds fewer than 2³² keys: use more shards",
        })
    }
}

impl std::error::Error for ConfigError {}
