import { afterAll, describe, expect, it } from 'vitest';
import { aCheckout, judge } from './checkouts.ts';

const checkout = aCheckout({
	files: ['.git/hooks/pre-commit.sample', '.git/description', '.git/config', 'x.sample', 'src/y.sample'],
});
afterAll(checkout.remove);
const judged = (command: string) => judge(command, checkout).decision;

describe('a find that reaches the folder of git', () => {
	it.each([
		"find . -name '*.sample' -exec sed -i s/a/b/ {} +",
		"find ./ -type f -name '*.sample' -exec sed -i s/a/b/ {} \\;",
		'find "$PWD" -name "*.sample" -exec sed -i s/a/b/ {} +',
		"find -iname '*.SAMPLE' -exec sed -i s/a/b/ {} +",
		"find . -name '*.sample' | xargs sed -i s/a/b/",
		"sed -i s/a/b/ $(find . -name '*.sample')",
		'for f in $(find . -name "*.sample"); do sed -i s/a/b/ "$f"; done',
		'find . -name description -exec sed -i s/a/b/ {} +',
		"find . -path ./node_modules -prune -o -name '*.sample' -exec sed -i s/a/b/ {} +",
		"find . -depth -path ./.git -prune -o -name '*.sample' -exec sed -i s/a/b/ {} +",
		"find . -path ./.git -prune -o -name '*.sample' | xargs rm -rf",
	])('is blocked when it changes files there: %s', (command) => {
		expect(judged(command)).toBe('block');
	});

	it.each([
		"find . -name '*.sample' -not -path './.git/*' -exec sed -i s/a/b/ {} +",
		"find . -path ./.git -prune -o -name '*.sample' -exec sed -i s/a/b/ {} +",
		"find . -path ./node_modules -prune -o -name '*.ts' -print | xargs sed -i s/a/b/",
		"find src -name '*.sample' -exec sed -i s/a/b/ {} +",
		"find . -maxdepth 1 -name '*.sample' -exec sed -i s/a/b/ {} +",
		"find . -name '*.py' -exec sed -i s/a/b/ {} +",
		"find . -name '*.sample' -exec cat {} +",
		"find . -name '*.sample' | wc -l",
	])('is allowed when it leaves the folder out: %s', (command) => {
		expect(judged(command)).toBe('allow');
	});

	it('leaves out only what it names', () => {
		expect(judged('find . -path ./x -prune -exec rm -rf {} +')).toBe('confirm');
	});
});

describe("the names in a find's conditions", () => {
	it.each([
		"find . -name 'a*' -name 'b*' -o -type f -exec cat {} +",
		"find . -name 'a*' , -exec cat {} +",
		"find . ! \\( -name '*.ts' -o -name '*.md' \\) -type f -exec cat {} +",
		"find . -not \\( -name '*.ts' \\) -type f -exec cat {} +",
		"find . -name 'x*' -path ./x -prune -o -exec cat {} +",
		'find . -path ./x -prune -o -type f -exec cat {} +',
	])('do not limit it when another branch bypasses them: %s', (command) => {
		expect(judged(command)).toBe('confirm');
	});

	it.each([
		"find . \\( -name '*.ts' -o -name '*.md' \\) -exec cat {} +",
		"find . -name '*.ts' -o -name '*.md' -exec cat {} +",
		"find . -name '*.ts' -not \\( -path './x/*' -o -path './y/*' \\) -exec cat {} +",
		"find . \\( -path ./x -o -path ./y \\) -prune -o -name '*.ts' -exec cat {} +",
		"find . -type d -name node_modules -prune -o -type f -name '*.ts' -print | xargs cat",
	])('limit it when each branch has them: %s', (command) => {
		expect(judged(command)).toBe('allow');
	});
});
