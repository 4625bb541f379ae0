import type { RowGroup } from '../../program-table.ts';
import { codeSearches } from './ast-grep.ts';
import { bazelTools } from './bazel.ts';
import { beamTools } from './beam.ts';
import { compilers } from './compilers.ts';
import { documents } from './documents.ts';
import { dotnetTools } from './dotnet.ts';
import { goTools } from './go.ts';
import { jvmTools } from './jvm.ts';
import { otherLanguages } from './languages.ts';
import { linters } from './linters.ts';
import { makeTools } from './make-cmake.ts';
import { phpTools } from './php.ts';
import { rubyTools } from './ruby.ts';
import { rustTools } from './rust.ts';
import { tagWriters } from './tag-writers.ts';
import { taskRunners } from './task-runners.ts';

/** Test runners, linters, type checkers, compilers and builds, except those for Node and Python. */
export const otherProjectTools: readonly RowGroup[] = [
	goTools,
	rustTools,
	jvmTools,
	dotnetTools,
	rubyTools,
	phpTools,
	beamTools,
	makeTools,
	bazelTools,
	taskRunners,
	compilers,
	linters,
	documents,
	codeSearches,
	tagWriters,
	otherLanguages,
];
