import { type Ecosystem, way } from '../ecosystem.ts';

/** Lua, tested by busted. A `spec` folder alone may be Ruby's. */
export const lua: Ecosystem = {
	name: 'Lua',
	toolsets: (project) => {
		const isRock =
			project.has(/^(?:rockspecs|.+\.rockspec)$/) && project.names.has('spec') && !project.names.has('Gemfile');
		if (!isRock && !project.names.has('.busted')) return [];
		return [{ name: 'busted', steps: [{ tool: 'busted' }], setup: [], tests: [way('busted')], needsNothing: true }];
	},
};
