/**
 * A command of Prow and similar bots, in text. The pattern matches every line that begins with a slash and a letter, because the added
 * backslash is not visible in text.
 */
const slashInText = /^([\s>]*)\/(?=[a-z])/i;
/** A command of such bots in code. The pattern does not match a path, unless the path begins like one of our commands. */
const slashInCode = /^([\s>]*)\/(?=(?:agent|approve|deny)\b|[a-z][\w-]*(?![\w./-]))/i;
/** Commands of branch-deploy and similar bots. */
const pointed =
	/^([\s>]*)(?=[.!](?:approve|build|deploy|help|lock|merge|noop|rebase|retest|rollback|run|stop|test|unlock|wcid)(?![\w./-]))/i;
/** Commands of bors, Jenkins and OpenStack, and of bots that collect contributor agreements. */
const spoken =
	/^([\s>]*)(?=bors[\s:]|jenkins[\s,:]|(?:re)?test this\b|retest\s*$|rerun tests\b|run tests\b|ok to test\b|add to whitelist\b|recheck\b|reverify\b|lgtm\s*$|i have read the (?:cla|dco)\b)(\w)/i;
/** Mentions of bots that react to a line with their name. These bots read the raw text, so they also react to code. */
const bots =
	/@(?=(?:allcontributors|bors|bors-ng|claude|codecov|coderabbitai|codex|copilot|dependabot|dependabot-preview|github-actions|greenkeeper|homu|k8s-ci-robot|kodiakhq|mergify|mergifyio|netlify|pre-commit-ci|renovate|renovatebot|rustbot|snyk-bot|sweep-ai|vercel)(?![\w-]|\.\w))/gi;
/**
 * Words that stop the checks of a commit if its message contains them. The text of a pull request becomes such a message in a squash merge.
 */
const skips = /\[((?:skip|no)[ -](?:actions|ci|checks|tests?|[a-z]{1,20})|[a-z]{1,20}[ -]skip)\]/gi;
const skipTrailer = /\bskip-checks:/gi;

/** Returns a line of text to which no other bot reacts. For people, the line looks the same. */
export function disobeyed(line: string): string {
	return line
		.replace(slashInText, '$1\\/')
		.replace(pointed, '$1\\')
		.replace(spoken, (_, before: string, first: string) => `${before}&#${first.charCodeAt(0)};`);
}

/** Returns a line of code to which no other bot reacts. In code, people see the added backslash or space. */
export function disobeyedCode(line: string): string {
	const broken = line.replace(slashInCode, '$1\\/').replace(pointed, '$1\\').replace(spoken, '$1\\$2');
	return addressingNobody(broken);
}

/** Returns a text without mentions of bots. */
export function addressingNobody(text: string): string {
	return text.replace(bots, '@ ');
}

/** Returns a text that does not stop checks if it becomes a commit message. */
export function skippingNothing(text: string): string {
	return text.replace(skips, '($1)').replace(skipTrailer, (found) => `${found.slice(0, -1)} =`);
}

/** Returns whether a bot that reads raw text would react to a line of code. */
export function isObeyedCode(line: string): boolean {
	return [slashInCode, pointed, spoken].some((pattern) => pattern.test(line));
}

/** Returns code in which `spelled` has replaced the `@` before each bot's name. */
export function spelledAddresses(text: string, spelled: (character: string) => string): string {
	return text.replace(bots, spelled);
}
