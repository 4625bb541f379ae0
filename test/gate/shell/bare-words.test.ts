import { expect, it } from 'vitest';
import { exampleFacts } from '../../../src/gate/policy-examples.ts';
import { analyseShell } from '../../../src/gate/shell/analyse.ts';

const effectsOf = (command: string) =>
	analyseShell(command, exampleFacts, '/workspace').parts.map(({ effects, argv }) => ({ effects, argv }));

it.each(['src/a.ts', './x', '../up', '/etc/passwd', 'a=b', '--', '-n', '+x', 'a:b@c,d%e', '.env', '1'])(
	'a bare word means the same as in quotes: %s',
	(word) => {
		expect(effectsOf(`cat ${word}`)).toEqual(effectsOf(`cat '${word}'`));
		expect(effectsOf(`x=${word}; cat "$x"`)).toEqual(effectsOf(`x='${word}'; cat "$x"`));
	},
);

it.each(['~/.ssh/id_rsa', '{a,b}', '$HOME', 'a\\ b', '`id`'])(
	'a word that the shell changes is not a bare word: %s',
	(word) => {
		expect(effectsOf(`cat ${word}`)).not.toEqual(effectsOf(`cat '${word}'`));
	},
);
