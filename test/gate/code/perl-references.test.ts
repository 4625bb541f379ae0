import { describe, expect, it } from 'vitest';
import { judgeShell } from '../support.ts';

/** Threat: a text used as a variable's name reads `%ENV` without spelling it. */
describe("a Perl reference that may be a variable's name", () => {
	it.each([
		`perl -e 'print \${"ENV"}{GITHUB_TOKEN}'`,
		`perl -e 'print \${"main::ENV"}{GITHUB_TOKEN}'`,
		`perl -e 'print \${q(ENV)}{GITHUB_TOKEN}'`,
		`perl -e 'print \${join "","EN","V"}{GITHUB_TOKEN}'`,
		`perl -e '$x="ENV"; print $$x{GITHUB_TOKEN}'`,
		`perl -e '$x="EN"."V"; print \${$x}{GITHUB_TOKEN}'`,
		`perl -e '$x="ENV"; print $ $x{GITHUB_TOKEN}'`,
		`perl -e '$x="ENV"; print "$$x{GITHUB_TOKEN}"'`,
		`perl -e '$x="ENV"; print "a $$x{GITHUB_TOKEN} b"'`,
		`perl -e '$x="ENV"; print "@$x{GITHUB_TOKEN}"'`,
		`perl -e '$x="ENV"; $_ = "a"; s/a/$$x{GITHUB_TOKEN}/; print'`,
		`perl -e 'my @a=("ENV"); print \${$a[0]}{GITHUB_TOKEN}'`,
		`perl -e 'for $x ("ENV") { print $$x{GITHUB_TOKEN} }'`,
		`perl -e '$x="main::"; print $$x{ENV}'`,
		`perl -e '$x="ENV"; print $$x{GITHUB_TOKEN}; use strict;'`,
		`perl -e 'use strict "vars"; our $x="ENV"; print $x->{GITHUB_TOKEN}'`,
		`perl -e 'use strict qw(vars); our $x="ENV"; print $x->{GITHUB_TOKEN}'`,
		`perl -e '{ use strict; } $x="ENV"; print $x->{GITHUB_TOKEN}'`,
		`perl -e 'print \${ENV}{GITHUB_TOKEN}'`,
		`perl -e 'print $ {ENV} {GITHUB_TOKEN}'`,
	])('is not allowed: %s', (line) => {
		expect(judgeShell(line).decision).not.toBe('allow');
	});

	it.each([
		`perl -e 'print "$$\\n"'`,
		`perl -e 'my $x = "a"; print "\${x}b\\n"'`,
		`perl -ne 'print if /^$|foo/' README.md`,
		`perl -pe 's/(\\d+)$/$1x/' README.md`,
		`perl -ne 'print if /a$ b/x' README.md`,
		`perl -ne 'print if /^\\s*$/ || /$ARGV[0]$/' README.md`,
		`perl -ne '$h{$_}++; END { print "$_" for keys %h }' README.md`,
		`perl -e 'my $x = 3; print "\\$$x a@b.example\\n"'`,
		`perl -e 'use strict; my $r = [1, 2]; print $r->[0], "\\n";'`,
	])('is allowed when it is not a reference to a name: %s', (line) => {
		expect(judgeShell(line).decision).toBe('allow');
	});
});
