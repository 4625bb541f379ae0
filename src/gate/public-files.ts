import { anyOf } from './any-of.ts';

/**
 * Files outside of the checkout that are the same on every machine, or only describe this machine: documentation, headers, the sources of
 * languages and libraries. Reading them reveals no secret, except for a file that `isCredential` recognizes.
 */

const home = '^(/root|/home/[^/]+|/Users/[^/]+|~)';

const publicFiles = anyOf([
	// Facts of the machine.
	'^/etc/(os-release|lsb-release|(debian|alpine|redhat|centos|fedora|rocky|system|arch)[-_](release|version)|hostname|timezone|localtime|shells|services|protocols|mime\\.types|issue)$',
	'^/usr/lib/os-release$',
	'^/proc/(cpuinfo|meminfo|version|loadavg|uptime|filesystems|stat|mounts|sys/kernel/(osrelease|version))$',
	'^/proc/(self|[0-9]+)/(cgroup|limits|status|mounts|mountinfo)$',
	'^/sys/fs/cgroup/[a-z.]+$',
	// Documentation and headers.
	'^/usr/(local/)?share/(doc|man|info|common-licenses|licenses|zoneinfo|dict|perl5?|ruby|nodejs|node_modules|php|python3?|go[-\\w.]*|cmake[-\\w.]*|aclocal[-\\w.]*|pkgconfig|java|maven-repo)(/|$)',
	'^/usr/(local/)?include(/|$)',
	// Languages and libraries.
	'^/usr/(local/)?lib(32|64|exec)?/(python[\\d.]*|node_modules|ruby|perl5?|php|go[-\\w.]*|gcc|clang|llvm[-\\w.]*|rustlib|jvm|pkgconfig|cmake|x86_64-linux-gnu|aarch64-linux-gnu)(/|$)',
	'^/usr/local/go(/|$)',
	'^/(var/lib/gems|opt/hostedtoolcache|opt/homebrew/(include|lib|Cellar))(/|$)',
	'^/.*/(site-packages|dist-packages)(/|$)',
	`${home}/\\.cargo/registry/src(/|$)`,
	`${home}/\\.cargo/git/checkouts(/|$)`,
	`${home}/\\.rustup/toolchains(/|$)`,
	`${home}/(go/pkg/mod|sdk/go[\\d.]+)(/|$)`,
	`${home}/\\.m2/repository(/|$)`,
	`${home}/\\.gradle/caches/modules-\\d+(/|$)`,
	`${home}/\\.nuget/packages(/|$)`,
	`${home}/\\.(pyenv|rbenv)/versions(/|$)`,
	`${home}/\\.nvm/versions(/|$)`,
	`${home}/\\.local/lib/python[\\d.]+(/|$)`,
	`${home}/\\.local/share/(mise|uv|pnpm|pipx)(/|$)`,
]);

/** Folders whose file names reveal nothing. Listing a folder does not read its files. */
const publicFolders = anyOf([
	'^/$',
	'^/(dev|tmp|home|opt|mnt|media|srv|usr|bin|sbin|lib|lib64|var)$',
	'^/usr/',
	`${home}$`,
]);

/** Folders with programs and libraries. The names of the files in them and below them reveal nothing. */
const publicTrees = /^\/(usr|bin|sbin|lib|lib32|lib64)(\/|$)/;

/** Returns whether everybody may read a path outside of the checkout. Links have been resolved. */
export function isPublicFile(path: string): boolean {
	return /^[/~]/.test(path) && !isAbove(path) && publicFiles.test(path);
}

/** Returns whether everybody may list the names in a folder. */
export function isPublicFolder(path: string): boolean {
	return /^[/~]/.test(path) && !isAbove(path) && publicFolders.test(path);
}

/** Returns whether everybody may list the names in a folder and in all folders below it. */
export function isPublicTree(path: string): boolean {
	return publicTrees.test(path) && !isAbove(path);
}

/** Returns whether a path contains `..`. A pattern of folders may still contain it. */
function isAbove(path: string): boolean {
	return /(^|\/)\.\.(\/|$)/.test(path);
}
