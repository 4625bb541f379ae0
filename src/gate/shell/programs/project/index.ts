import type { Program } from '../../program.ts';
import { beamTools } from './beam.ts';
import { compilers } from './compilers.ts';
import { goRust } from './go-rust.ts';
import { jvmTools } from './jvm-dotnet.ts';
import { linters, otherLanguages } from './linters.ts';
import { makeTools } from './make-cmake.ts';
import { nodeTools } from './node.ts';
import { phpTools } from './php.ts';
import { pythonTools } from './python.ts';
import { rubyTools } from './ruby.ts';

/** Test runners, linters, type checks, compilers and builds: `exec.project` where nothing speaks against it, else `exec`. */
export const project: readonly Program[] = [
	...nodeTools,
	...pythonTools,
	...goRust,
	...jvmTools,
	...rubyTools,
	...phpTools,
	...beamTools,
	...makeTools,
	...compilers,
	...linters,
	...otherLanguages,
];
