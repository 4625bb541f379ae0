import { z } from 'zod';
import type { Annotation, CheckView } from '../../core/index.ts';
import type { Api } from '../api/api.ts';

const check = z.object({
	id: z.number(),
	name: z.string(),
	status: z.string(),
	conclusion: z.string().nullish(),
	app: z.object({ slug: z.string().nullish() }).nullish(),
	output: z.object({ title: z.string().nullish(), annotations_count: z.number().nullish() }).nullish(),
});
const listing = z.object({ check_runs: z.array(check) });
const annotation = z.object({
	path: z.string(),
	start_line: z.number(),
	annotation_level: z.string().nullish(),
	message: z.string().nullish(),
});
/** A log that is not text arrives as bytes. */
const log = z.union([z.string(), z.instanceof(ArrayBuffer)]);

const mostChecks = 100;
const mostAnnotations = 10;
/** The most checks whose annotations are read. Each costs a request. */
const mostAnnotated = 10;

/** Returns the newest check of each name on a commit. The first checks with annotations also have their first annotations. */
export async function readChecks(api: Api, ref: string): Promise<readonly CheckView[]> {
	const route = 'GET /repos/{owner}/{repo}/commits/{ref}/check-runs';
	const { check_runs: found } = await api.call(route, listing, { ref, per_page: mostChecks });
	const annotated = found.filter((one) => (one.output?.annotations_count ?? 0) > 0).slice(0, mostAnnotated);
	const annotations = new Map<number, readonly Annotation[]>();
	for (const { id } of annotated) annotations.set(id, await readAnnotations(api, id));
	return found.map(({ id, name, status, conclusion, app, output }) => ({
		...{ id, name, status },
		...(typeof conclusion === 'string' ? { conclusion } : {}),
		isJob: app?.slug === 'github-actions',
		title: output?.title ?? '',
		annotations: annotations.get(id) ?? [],
	}));
}

/**
 * Returns the log of a GitHub Actions job. The job has the same id as its check. GitHub redirects to another server, which does not get the
 * token.
 */
export async function readJobLog(api: Api, id: number): Promise<string> {
	const found = await api.call('GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs', log, { job_id: id });
	return typeof found === 'string' ? found : new TextDecoder().decode(found);
}

async function readAnnotations(api: Api, id: number): Promise<readonly Annotation[]> {
	const route = 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations';
	const found = await api.call(route, annotation.array(), { check_run_id: id, per_page: mostAnnotations });
	return found.map(({ path, start_line, annotation_level, message }) => ({
		...{ path, line: start_line, level: annotation_level ?? 'notice', message: message ?? '' },
	}));
}
