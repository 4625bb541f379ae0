import { type Ecosystem, way } from '../ecosystem.ts';
import { namesTool, pathOf } from '../project-texts.ts';

/** Elixir with Mix. */
export const elixir: Ecosystem = {
	name: 'Elixir',
	marks: [[/^mix\.exs$/, 'Elixir']],
	toolsets: (project) => {
		if (!project.names.has('mix.exs')) return [];
		const isNamed = namesTool(project, 'elixir') && namesTool(project, 'erlang');
		const version = isNamed
			? { 'version-file': pathOf(project, '.tool-versions'), 'version-type': 'strict' }
			: { 'elixir-version': '1.19', 'otp-version': '28' };
		const run = 'mix local.hex --force --if-missing && mix local.rebar --force --if-missing && mix deps.get';
		const setup = [{ run, hosts: ['repo.hex.pm', 'hex.pm', 'builds.hex.pm'] }];
		return [{ name: 'Mix', steps: [{ tool: 'Elixir', with: version }], setup, tests: [way('mix test')] }];
	},
};
