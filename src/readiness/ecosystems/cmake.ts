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
		// CTest sees no tests unless the top says so, and then it succeeds.
		const hasTests = /^\s*(?:enable_testing\s*\(|include\s*\(\s*CTest\b)/im.test(text);
		const test = `ctest --test-dir ${folder} --output-on-failure --no-tests=error`;
		return [
			{
				name: 'CMake',
				steps: [],
				setup: loads ? [{ run: configure, hosts: gitHubHosts }] : [],
				tests: hasTests ? [way(`${configure} && cmake --build ${folder} --parallel && ${test}`)] : [],
				needsNothing: !loads,
			},
		];
	},
};
