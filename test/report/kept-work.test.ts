import { expect, test } from 'vitest';
import { keptWords } from '../../src/report/index.ts';

const kept = {
	place: { kind: 'disk', path: '/out/undelivered.patch' },
	baseSha: 'a'.repeat(40),
	isSuspect: false,
} as const;

test('names the files in a patch whose delivery nobody approved', () => {
	expect(keptWords({ ...kept, unapproved: [] })).not.toContain('⚠️');
	expect(keptWords({ ...kept, unapproved: ['package.json', 'a`b.yml'] })).toContain(
		'⚠️ Nobody approved the delivery of `package.json`, `` a`b.yml ``. Read the patch before you apply it.',
	);
	const many = Array.from({ length: 7 }, (_, index) => `${index}.sh`);
	expect(keptWords({ ...kept, unapproved: many })).toContain('`4.sh` and 2 more. Read');
});
