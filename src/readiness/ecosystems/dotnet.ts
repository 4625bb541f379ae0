import { type Ecosystem, type Toolset, way } from '../ecosystem.ts';
import { pathOf, readJson, textIn } from '../project-texts.ts';

/** Names of solution files. Threat: the name becomes part of a command, so only plain names are accepted. */
const solution = /^[A-Za-z0-9][\w.-]{0,60}\.(?:sln|slnx|slnf)$/;

/** .NET with NuGet. If a folder has several solutions, the tools need the name of one. */
export const dotnet: Ecosystem = {
	name: '.NET',
	marks: [[/.\.(?:sln|slnx|csproj|fsproj)$/, '.NET']],
	toolsets: (project) => {
		if (!project.has(/.\.(?:sln|slnx|csproj|fsproj)$/)) return [];
		const solutions = [...project.names].filter((name) => solution.test(name) && !name.endsWith('.slnf')).sort();
		const isNamed = textIn(readJson(project.text('global.json')), 'sdk', 'version') !== undefined;
		const version = isNamed ? { 'global-json-file': pathOf(project, 'global.json') } : { 'dotnet-version': '10.0.x' };
		const targets = solutions.length > 1 ? solutions.slice(0, 5).map((name) => ` ${name}`) : [''];
		const hosts = ['api.nuget.org'];
		return targets.map(
			(target): Toolset => ({
				name: `NuGet${target === '' ? '' : ` with${target}`}`,
				steps: [{ tool: '.NET', with: version }],
				setup: [{ run: `dotnet restore${target}`, hosts }],
				tests: [way(`dotnet test${target}`)],
			}),
		);
	},
};
