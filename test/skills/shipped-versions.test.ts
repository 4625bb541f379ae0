import { describe, expect, it } from 'vitest';
import { compareCopy, inPlaceOf, recordedVersions, textDigest } from '../../src/skills/index.ts';
import { compareVersions } from '../../src/skills/shipped-versions.ts';

const text = (version: string, more = '') => `---\nname: a\nversion: "${version}"\n---\nDo it.${more}\n`;
const ships = (version: string, more = '') => ({ name: 'a', version, text: text(version, more) });
const entry = (version: string, release: string, more = '') => ({
	version,
	release,
	digest: textDigest(text(version, more)),
});

describe('the record of shipped versions', () => {
	it('keeps released versions, with one text for each release', () => {
		const first = recordedVersions({}, [ships('1.0.0')], '0.1.0');
		expect(first).toEqual({ a: [entry('1.0.0', '0.1.0')] });
		expect(recordedVersions(first, [ships('1.0.0', '!')], '0.1.0')).toEqual({ a: [entry('1.0.0', '0.1.0', '!')] });
		expect(recordedVersions(first, [ships('1.0.0')], '0.2.0')).toEqual(first);
		const second = recordedVersions(first, [ships('1.1.0')], '0.2.0');
		expect(second).toEqual({ a: [entry('1.0.0', '0.1.0'), entry('1.1.0', '0.2.0')] });
		expect(recordedVersions(second, [], '0.3.0')).toEqual(second);
	});

	it.each(['1.0.0', '0.9.9', '1.0.0-rc.1'])('refuses a changed text of a released skill with version %s', (version) => {
		const known = { a: [entry('1.0.0', '0.1.0')] };
		expect(() => recordedVersions(known, [ships(version, '!')], '0.2.0')).toThrow(
			/skills\/a\/SKILL\.md is not as release 0\.1\.0 had it, and its version/,
		);
	});

	it('is sorted by name', () => {
		const both = [ships('1.0.0'), { ...ships('1.0.0'), name: 'A' }];
		expect(Object.keys(recordedVersions({ z: [] }, both, '0.1.0'))).toEqual(['A', 'a', 'z']);
	});
});

it.each([
	['1.0.0', '1.0.0', 0],
	['1.10.0', '1.9.0', 1],
	['2.0.0', '10.0.0', -1],
	['1.0.0-rc.1', '1.0.0', -1],
	['1.0.0', '1.0.0-rc.1', 1],
	['1.0.0-a', '1.0.0-b', -1],
	['1.0.0+x-y', '1.0.0', 0],
])('compareVersions of %s and %s gives %i', (one, other, order) => {
	expect(Math.sign(compareVersions(one, other))).toBe(order);
});

describe('a copy of a shipped skill', () => {
	const versions = [entry('1.0.0', '0.1.0'), entry('1.1.0', '0.2.0'), entry('1.2.0', '0.3.0')];
	const copy = (version: string, more = '') => ({ text: text(version, more), version });

	it.each([
		['current', copy('1.2.0')],
		['current', { ...copy('1.2.0'), text: text('1.2.0').replaceAll('\n', '\r\n') }],
		['outdated', copy('1.0.0')],
		['outdated', copy('1.1.0')],
		['outdated', { ...copy('1.0.0'), text: text('1.0.0').replaceAll('\n', '\r\n') }],
		['behind', copy('1.0.0', ' Ours.')],
		['behind', { text: 'other' }],
		['behind', copy('1.1.5')],
		['adapted', copy('1.2.0', ' Ours.')],
		['newer', copy('1.3.0')],
		['newer', copy('2.0.0', ' Ours.')],
	])('has the state %s: %j', (state, given) => {
		expect(compareCopy(given, ships('1.2.0'), versions)).toBe(state);
	});

	it('without a version is outdated if its text is an unchanged release', () => {
		const bare = { text: 'bare' };
		const known = [{ version: '0.9.0', release: '0.0.1', digest: textDigest('bare') }];
		expect(compareCopy(bare, ships('1.2.0'), known)).toBe('outdated');
	});

	it('keeps its line endings when it is updated', () => {
		expect(inPlaceOf({ text: 'a\r\n' }, ships('1.0.0'))).toBe(text('1.0.0').replaceAll('\n', '\r\n'));
		expect(inPlaceOf({ text: 'a\n' }, ships('1.0.0'))).toBe(text('1.0.0'));
	});
});
