//! The book: the chapters of the guide, and pages that are made of the spec, its schema, the explanations of codes and other documents.
//! `.ci/book` writes it.
#![allow(clippy::pedantic)]

mod book;
mod codes;
mod operations;
mod pages;
mod spec_format;
mod types;
