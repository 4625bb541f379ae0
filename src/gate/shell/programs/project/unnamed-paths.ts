import { type Finding, type Invocation, opaque } from '../../program.ts';

/** Options that choose what is looked at, by names and patterns of it, or by what has changed since. */
export const choosingOptions =
	/^(-[tkgmiI]|--?[\w.-]*(ignore|exclude|skip|filter|grep|match|pattern|include|deselect|only|test|spec|suite|name|ext|url)[\w.-]*|--(changed(-?since)?|since|base|head|branch|ref|from|to|revision))$/i;
/** Names that say that a tool puts something there. */
export const outputOptions =
	/^(-[odO]|--?(?![\w.-]*(ignore|exclude|skip|filter|pattern))[\w.-]*(out|meta|report|dest|log|junit|cache|cov|prof|trace|dump|save|write|export|record|artifact|html|xml|json|lcov|sarif|snapshot|graph|emit|basetemp|te?mp|stats|timing)[\w.-]*)$/i;

/**
 * What a tool may load, run or take for its settings: a path that stands behind an option of which its row says nothing. Threat: tools grow
 * options that name code faster than a list of them grows.
 */
export function unnamedPaths(it: Invocation, roles: Readonly<Record<string, unknown>>): readonly Finding[] {
	return it.options
		.filter(({ name, value }) => {
			if (value === undefined || !name.startsWith('--') || Object.hasOwn(roles, name)) return false;
			return looksLikePath(value.text) && !choosingOptions.test(name) && !outputOptions.test(name);
		})
		.map(({ name, value }) => opaque(`what \`${name}\` does with ${value?.text.slice(0, 120)}`));
}

function looksLikePath(text: string): boolean {
	return /^[.~]|[\\/]|[\w-]\.[a-z]\w*$/i.test(text);
}
