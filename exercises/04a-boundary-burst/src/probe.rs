//! Lets another process run the answer: a scenario comes in on stdin, the trace
//! goes out on stdout, line by line.

fn main() {
    simulation::probe(boundary_burst::stage::subject);
}
