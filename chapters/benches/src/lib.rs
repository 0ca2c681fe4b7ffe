//! Benchmarks only; see benches/.
