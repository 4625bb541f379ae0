import { PlaygroundServer } from './server/server.ts';
import type { Story } from './stories/story.ts';
import { findModels } from './world/models.ts';
import { World } from './world/world.ts';

export interface PlaygroundOptions {
	/** The checkout or the package. */
	readonly root: string;
	/** The built page. */
	readonly page: string;
	/** The module that sets the clock of jobs. */
	readonly preload: string;
	readonly stories: {
		readonly all: readonly Story[];
		readonly scripts: string;
		readonly files: Readonly<Record<string, string>>;
	};
	/** Undefined means the usual port, or any free one if that is taken. */
	readonly port: number | undefined;
	readonly env: Readonly<Record<string, string | undefined>>;
}

/** A playground that is open. */
export interface Playground extends AsyncDisposable {
	readonly address: string;
	/** Only this user can read it. It is deleted at the end. */
	readonly folder: string;
	/** True if the usual port was taken. */
	readonly moved: boolean;
}

const usualPort = 4747;

/** Opens the world and the server of the playground. @throws if a port that was asked for is taken. */
export async function openPlayground({
	root,
	page,
	preload,
	stories,
	port,
	env,
}: PlaygroundOptions): Promise<Playground> {
	const { all, scripts, files } = stories;
	const world = await World.open({ root, preload, stories: all, scripts, files, models: await findModels(env), env });
	try {
		const { server, moved } = await listen({ world, page }, port);
		const close = async (): Promise<void> => {
			await server[Symbol.asyncDispose]();
			await world[Symbol.asyncDispose]();
		};
		return { address: server.address, folder: world.folder, moved, [Symbol.asyncDispose]: close };
	} catch (error) {
		await world[Symbol.asyncDispose]();
		throw error;
	}
}

async function listen(
	options: { readonly world: World; readonly page: string },
	port: number | undefined,
): Promise<{ readonly server: PlaygroundServer; readonly moved: boolean }> {
	if (port !== undefined) return { server: await PlaygroundServer.listen({ ...options, port }), moved: false };
	try {
		return { server: await PlaygroundServer.listen({ ...options, port: usualPort }), moved: false };
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		return { server: await PlaygroundServer.listen({ ...options, port: 0 }), moved: true };
	}
}
