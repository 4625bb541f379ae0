import { type Ecosystem, way } from '../ecosystem.ts';

/** Where archives of GitHub's repositories come from. */
const gitHubHosts = ['github.com', 'codeload.github.com', 'release-assets.githubusercontent.com'];

/** C and C++ by CMake. The compiler is on the runner. */
export const cmake: Ecosystem = {
	name: 'C or C++',
	toolsets: (project) => {
		const text = project.text('CMakeLists.txt');
		if (!/^\s*project\s*\(/im.test(text)) return [];
		const folder = /^\/?build\*?\/?\s*$/m.test(project.text('.gitignore')) ? 'build' : '~/.cache/cmake-build';
		const loads = /\b(?:FetchContent_|ExternalProject_|CPMAddPackage|file\s*\(\s*DOWNLOAD)/i.test(text);
		const configure = `cmake -S . -B ${folder}`;
		return [
			{
				name: 'CMake',
				steps: [],
				setup: loads ? [{ run: configure, hosts: gitHubHosts }] : [],
				tests: [
					way(`${configure} && cmake --build ${folder} --parallel && ctest --test-dir ${folder} --output-on-failure`),
				],
				needsNothing: !loads,
			},
		];
	},
};
