import { type Ecosystem, way } from '../ecosystem.ts';
import { pathOf } from '../project-texts.ts';

/** Go with Go modules. */
export const go: Ecosystem = {
	name: 'Go',
	marks: [[/^go\.(?:mod|work)$/, 'Go']],
	toolsets: (project) => {
		if (!project.has(/^go\.(?:mod|work)$/)) return [];
		const file = project.names.has('go.mod') ? 'go.mod' : 'go.work';
		const isNamed = /^go\s+\d/m.test(project.text(file));
		const version = isNamed ? { 'go-version-file': pathOf(project, file) } : { 'go-version': 'stable' };
		const isVendored = project.names.has('vendor/modules.txt');
		const needsNothing = isVendored || (file === 'go.mod' && !/^require\b/m.test(project.text(file)));
		const hosts = ['proxy.golang.org', 'sum.golang.org', 'storage.googleapis.com'];
		const all = "go list -m -f '{{.Dir}}/...' | xargs go test";
		return [
			{
				name: 'Go modules',
				steps: [{ tool: 'Go', with: version }],
				setup: needsNothing ? [] : [{ run: 'go mod download', hosts }],
				tests: [way(project.names.has('go.work') ? all : 'go test ./...')],
				needsNothing,
			},
		];
	},
};
