import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/gate/code/languages.ts';
import { maxTokens, tokenize, tooManyTokens } from '../../../src/gate/code/tokens.ts';

describe('the token limit', () => {
	it.each(Object.values(languages).map((language) => [language.name, language.grammar] as const))(
		'stops the tokenizer for %s',
		(_, grammar) => {
			const { tokens, unsure } = tokenize('a ( '.repeat(maxTokens), grammar);
			expect(unsure).toBe(tooManyTokens);
			expect(tokens.length).toBeLessThan(maxTokens + 10);
			expect(tokenize('a ('.repeat(100), grammar).unsure).not.toBe(tooManyTokens);
		},
	);

	it('also counts tokens in code inside strings', () => {
		const text = `\`\${${'a '.repeat(200)}}\`;`;
		expect(tokenize(text.repeat(100), languages.javascript.grammar).unsure).toBe(tooManyTokens);
	});
});
