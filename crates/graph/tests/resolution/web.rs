//! JavaScript, TypeScript and PHP.
