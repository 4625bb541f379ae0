import type { Layer, Spoken } from '../../../src/commands/policy/layers.ts';
import type { Remedy } from '../../../src/commands/policy/remedies.ts';
import type { JsonObject, Mode, Verdict } from '../../../src/core/index.ts';
import type { InspectedPart } from '../../../src/gate/index.ts';
import type { DeclaredLine } from '../../../src/gate/part.ts';

/** A file of the made-up checkout. */
export interface BenchFile {
	readonly path: string;
	readonly text: string;
	/** True if the run wrote it. */
	readonly changed?: true;
}

/** The mode and the policies by which a call is judged. */
export interface Setting {
	readonly mode: Mode;
	/** Names of shipped policies. The floor is always added. */
	readonly policies: readonly string[];
	/** The text of the visitor's own policy file. */
	readonly own?: string;
}

/** What the page asks the gate. */
export interface Question {
	readonly tool: string;
	readonly args: JsonObject;
	readonly files: readonly BenchFile[];
	readonly settings: readonly Setting[];
}

/** A sentence in pieces. Every second piece is a value, such as a path. */
export type Pieces = readonly string[];

/** A part of the call, and what it would do in words. */
export interface PartAnswer extends InspectedPart {
	readonly sentences: readonly Pieces[];
}

/** A matching rule, with its text if the bench has it. */
export interface SpokenAnswer extends Spoken {
	readonly yaml?: string;
}

export interface LayerAnswer extends Layer {
	readonly spoken: readonly SpokenAnswer[];
}

/** The answer under one setting. */
export type SettingAnswer =
	| {
			readonly kind: 'judged';
			readonly verdict: Verdict;
			/** Where the deciding rule is, such as `policies/default.yml:12`. Empty if it is in no file. */
			readonly place: string;
			readonly layers: readonly LayerAnswer[];
			readonly changes: readonly Remedy[];
			readonly warnings: readonly string[];
	  }
	| BadPolicy;

/** The visitor's own policy cannot be used. */
export interface BadPolicy {
	readonly kind: 'bad-policy';
	readonly message: string;
	readonly fix: string;
	/** From 1. */
	readonly line?: number;
}

export interface Answer {
	readonly parts: readonly PartAnswer[];
	/** The texts that patterns are compared with. */
	readonly texts: { readonly raw: readonly string[]; readonly executed: readonly string[] };
	/** Scripts that the call runs by name. */
	readonly declared: readonly DeclaredLine[];
	/** One for each setting, in the same order. */
	readonly settings: readonly SettingAnswer[];
}
