import { type Ecosystem, way } from '../ecosystem.ts';

/** Rust with Cargo. */
export const rust: Ecosystem = {
	name: 'Rust',
	marks: [[/^Cargo\.toml$/, 'Rust']],
	toolsets: (project) => {
		if (!project.names.has('Cargo.toml')) return [];
		const manifest = project.text('Cargo.toml');
		const fromGit = /\bgit\s*=\s*"https:\/\/github\.com\//.test(manifest) ? ['github.com'] : [];
		const hosts = ['index.crates.io', 'static.crates.io', ...fromGit];
		return [
			{
				name: 'Cargo',
				steps: [{ tool: 'Rust' }],
				setup: [{ run: `cargo fetch${project.names.has('Cargo.lock') ? ' --locked' : ''}`, hosts }],
				tests: [way(/^[ \t]*\[workspace\]/m.test(manifest) ? 'cargo test --workspace' : 'cargo test')],
			},
		];
	},
};
