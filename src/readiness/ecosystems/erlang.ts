import { type Ecosystem, way } from '../ecosystem.ts';

const hosts = ['repo.hex.pm', 'builds.hex.pm', 'github.com'];

/** Erlang with rebar3. */
export const erlang: Ecosystem = {
	name: 'Erlang',
	marks: [[/^rebar\.config$/, 'Erlang']],
	toolsets: (project) => {
		if (!project.names.has('rebar.config')) return [];
		const settings = project.text('rebar.config').replace(/%.*/g, '');
		const loads = /\{\s*(?:deps|plugins|project_plugins)\s*,\s*\[\s*[^\]\s]/.test(settings);
		return [
			{
				name: 'rebar3',
				steps: [{ tool: 'Erlang', with: { 'otp-version': '28', 'rebar3-version': '3' } }],
				setup: loads ? [{ run: 'rebar3 as test get-deps', hosts }] : [],
				tests: [way('rebar3 eunit')],
				needsNothing: !loads,
			},
		];
	},
};
