import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

const verdict = (command: string) => judgeShell(command).decision;

describe('an abbreviated option', () => {
	it.each([
		'env --uns X rm -rf ~',
		'env --uns X --arg y rm -rf ~',
		'timeout --sig 9 5 rm -rf ~',
		'nice --adj 5 rm -rf ~',
		'xargs --max-a 1 rm -rf ~',
	])('takes its value, and the command after it counts: %s', (command) => {
		expect(verdict(command)).toBe('block');
	});

	it.each(['mypy --python-e ./x src', 'mypy --python-e=./x src', 'npm run lint -- --plug ./x'])(
		'is asked about when it may name code: %s',
		(command) => {
			expect(verdict(command)).toBe('confirm');
		},
	);

	it('is a separate option when the program has no abbreviations', () => {
		expect(verdict('node --test')).toBe('allow');
	});
});

describe('programs and options that no row names', () => {
	it.each([
		'frobnicate .env',
		'frobnicate --file=.env',
		'frobnicate KEY=~/.aws/credentials /home/runner/.aws/credentials',
		'frobnicate /dev/sda',
		'frobnicate /etc/hosts',
		'frobnicate --out=/etc/cron.d/job',
		'frobnicate ~/.bashrc',
		'frobnicate --eval \'dump("/etc/shadow")\'',
		'frobnicate -e "write(\'/home/runner/.profile\', x)"',
		'frobnicate -c "Include /etc/shadow"',
	])('are blocked when an unknown program gets a guarded file: %s', (command) => {
		expect(verdict(command)).toBe('block');
	});

	it.each(['frobnicate src/a.ts', 'frobnicate /dev/null', 'frobnicate /usr/share/dict/words', 'frobnicate --x=/opt/a'])(
		'are asked about when an unknown program gets another file: %s',
		(command) => {
			expect(verdict(command)).toBe('confirm');
		},
	);

	it.each(['eslint --zz-report json:.git/config src', 'pytest --zz ../../etc/cron.d/x', 'tsc --zz=$HOME/.profile'])(
		'are not allowed when an unknown option may write a file: %s',
		(command) => {
			expect(verdict(command)).not.toBe('allow');
		},
	);

	it.each([
		'npm test -- --test-reporter=dot',
		'eslint --max-warnings=0 src',
		'grep --color=never x src/a.ts',
		'ls --sort=time',
	])('are allowed when an unknown option has an ordinary value: %s', (command) => {
		expect(verdict(command)).toBe('allow');
	});
});
