import { type Ecosystem, way } from '../ecosystem.ts';

/** The hosts of archives of GitHub repositories. */
const gitHubHosts = ['github.com', 'codeload.github.com', 'release-assets.githubusercontent.com'];

/** C and C++ with CMake. The compiler is already on the runner. */
export const cmake: Ecosystem = {
	name: 'C or C++',
	marks: [[/^CMakeLists\.txt$/, 'C or C++']],
	toolsets: (project) => {
		const text = project.text('CMakeLists.txt');
		if (!/^\s*project\s*\(/im.test(text)) return [];
		const folder = /^\/?build\*?\/?\s*$/m.test(project.text('.gitignore')) ? 'build' : '~/.cache/cmake-build';
		const loads = /\b(?:FetchContent_|ExternalProject_|CPMAddPackage|file\s*\(\s*DOWNLOAD)/i.test(text);
		const configure = `cmake -S . -B ${folder}`;
		// CTest finds no tests unless the top file enables them, and then it still succeeds.
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
