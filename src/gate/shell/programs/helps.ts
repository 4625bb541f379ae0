import type { Word } from '../word.ts';

/**
 * Programs that run code of the checkout before they print their help, or that understand these words in another way. They are judged by
 * their rows. Shells, and programs that start a shell, are judged in the same way: `batch` runs its input.
 */
const others = new Set(
	'pytest py.test flask django-admin hardhat truffle rails celery scrapy invoke inv fab serverless sls gulp grunt batch at eval exec source . command builtin'.split(
		' ',
	),
);

/** Programs for which `-h` alone means help. For other programs it means a host, a format, or to follow links. */
const shortHelp = new Set(
	`nc netcat ncat nmap tcpdump lsof dig iptables ip6tables useradd userdel usermod groupadd groupdel groupmod passwd mount umount
	losetup wipefs fdisk sfdisk parted mkswap swapon swapoff systemctl journalctl loginctl timedatectl hostnamectl kubectl helm docker podman gh glab
	crontab ab hey wrk nginx strace chage vigr vipw apt apt-get apt-cache`.split(/\s+/),
);

/** Programs for which `-V` alone prints the version. */
const shortVersion =
	/^(mkfs\.\w+|mke2fs|wipefs|fdisk|sfdisk|mkswap|mount|umount|losetup|swapon|swapoff|fsck\.\w+|e2fsck|tune2fs|iptables|ip6tables|ip|tc|ss|nmap|socat|lsblk|blkid|cryptsetup|parted|hwclock|tmux|man|su|runuser|dot|cmp|ctags)$/;

/** Programs with subcommands, and the lines of words that only request help. */
const commands: readonly (readonly [programs: RegExp, line: RegExp])[] = [
	[/^(docker|podman|nerdctl|buildah)$/, /^[a-z][a-z-]* --help$/],
	[
		/^(docker|podman|nerdctl)$/,
		/^(system|image|container|volume|network|compose|buildx|builder|context|config|secret|service|stack|swarm|node|plugin|trust|manifest|pod) [a-z][a-z-]* --help$/,
	],
	[/^(kubectl|helm|oc)$/, /^([a-z][a-z\d-]* ){1,3}(-h|--help)$/],
	[/^(terraform|tofu|packer|vault|consul|nomad)$/, /^([a-z][a-z\d-]* ){1,2}(-h|-help|--help)$/],
	[/^(gh|glab|pulumi|flyctl|fly|doctl|minikube|kind|k9s|argocd|flux|istioctl)$/, /^([a-z][a-z\d-]* ){1,2}--help$/],
	[/^aws$/, /^([a-z][a-z\d-]* ){0,2}help$/],
	[/^(gcloud|az)$/, /^([a-z][a-z\d-]* ){1,4}--help$/],
	[/^(systemctl|apt|apt-get|apt-cache|snap|nmcli|loginctl|journalctl)$/, /^[a-z][a-z-]* --help$/],
	[/^(poetry|pdm|hatch|pipx|conda|mamba|composer|bundle|pre-commit|rye|uv)$/, /^(?!run |exec )[a-z][a-z-]* --help$/],
];

/** Returns whether a program only prints its help or its version. */
export function printsHelp(name: string, words: readonly Word[]): boolean {
	const last = words.at(-1)?.text;
	if (last === undefined || !/^(--?help|--version|-h|-V|help)$/.test(last)) return false;
	if (!/^[a-z][\w.+-]*$/i.test(name) || others.has(name)) return false;
	if (!words.every((word) => word.known && !word.pattern && word.stream === undefined)) return false;
	const line = words.map((word) => word.text).join(' ');
	if (line === '--help' || line === '--version') return true;
	if (line === '-h') return shortHelp.has(name);
	if (line === '-V') return shortVersion.test(name);
	return commands.some(([programs, asked]) => programs.test(name) && asked.test(line));
}
