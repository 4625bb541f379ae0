import { type Ecosystem, way } from '../ecosystem.ts';

/** Lua with busted tests. A `spec` folder is not enough, because Ruby uses this name, too. */
export const lua: Ecosystem = {
	name: 'Lua',
	marks: [[/^(?:\.busted|rockspecs|.+\.rockspec)$/, 'Lua']],
	toolsets: (project) => {
		const isRock =
			project.has(/^(?:rockspecs|.+\.rockspec)$/) && project.names.has('spec') && !project.names.has('Gemfile');
		if (!isRock && !project.names.has('.busted')) return [];
		return [{ name: 'busted', steps: [{ tool: 'busted' }], setup: [], tests: [way('busted')], needsNothing: true }];
	},
};
