import type { Feed } from './child.ts';

/** One file or folder that a sandbox shows, in bubblewrap's terms. Files without a mount do not exist in the sandbox. */
export type Mount =
	| { readonly kind: 'read-only' | 'read-write'; readonly source: string; readonly target: string }
	/** A copy of a small file, which is cheaper than a mount. Use it only in sealed (read-only) folders. */
	| { readonly kind: 'copy'; readonly source: string; readonly target: string }
	| { readonly kind: 'scratch'; readonly target: string; readonly bytes: number }
	| { readonly kind: 'text'; readonly target: string; readonly text: string }
	/** An empty file that covers the file at this path. */
	| { readonly kind: 'empty'; readonly target: string }
	| { readonly kind: 'link'; readonly target: string; readonly text: string }
	| { readonly kind: 'directory' | 'seal' | 'proc' | 'dev'; readonly target: string };

/** Mounts as bubblewrap's arguments. Bubblewrap reads `feeds` from file descriptors 4, 5, …. */
export interface RenderedMounts {
	readonly args: readonly string[];
	readonly feeds: readonly Feed[];
}

/** The descriptor of the first feed. */
export const firstFeed = 4;

/** Renders mounts in order. A later mount covers an earlier one. */
export function renderMounts(mounts: readonly Mount[]): RenderedMounts {
	const feeds: Feed[] = [];
	const args = mounts.flatMap((mount) => {
		const feed = feedOf(mount);
		return renderMount(mount, feed === undefined ? 0 : firstFeed + feeds.push(feed) - 1);
	});
	return { args, feeds };
}

function feedOf(mount: Mount): Feed | undefined {
	if (mount.kind === 'text') return { text: mount.text };
	if (mount.kind === 'empty') return { text: '' };
	return mount.kind === 'copy' ? { file: mount.source } : undefined;
}

function renderMount(mount: Mount, descriptor: number): readonly string[] {
	switch (mount.kind) {
		case 'read-only':
			return ['--ro-bind', mount.source, mount.target];
		case 'read-write':
			return ['--bind', mount.source, mount.target];
		case 'scratch':
			return ['--size', String(mount.bytes), '--tmpfs', mount.target];
		case 'text':
		case 'copy':
			return ['--perms', '0444', '--file', String(descriptor), mount.target];
		case 'empty':
			return ['--perms', '0444', '--ro-bind-data', String(descriptor), mount.target];
		case 'link':
			return ['--symlink', mount.text, mount.target];
		case 'directory':
			return ['--dir', mount.target];
		case 'seal':
			return ['--remount-ro', mount.target];
		case 'proc':
			return ['--proc', mount.target];
		case 'dev':
			return ['--dev', mount.target];
	}
}
