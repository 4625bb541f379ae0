import { isFolder } from '../../emptied.ts';
import { type Finding, opaque, type Scope } from '../../program.ts';
import type { Word } from '../../word.ts';
import { isFile } from './operands.ts';

/** Packages with classes of warnings that people often name, and that do nothing but define things when they are imported. */
const usual =
	/^(builtins|warnings|asyncio|pytest|_pytest|pytest_\w+|urllib3|requests|numpy|pandas|scipy|sklearn|sqlalchemy|django|rest_framework|matplotlib|cryptography|pkg_resources|setuptools|pydantic|marshmallow|flask|werkzeug|jinja2|celery|trio|anyio|httpx|aiohttp|starlette|fastapi|hypothesis|torch|tensorflow|bs4|astropy|xarray|dask|PIL)$/;

/** Judges the value of `-W action:message:category`. Threat: Python imports the module of a category with a dot. */
export function warningClass(value: Word | undefined, scope: Scope): readonly Finding[] {
	if (value === undefined) return [];
	const category = (value.text.split(':')[2] ?? '').trim();
	const [first = '', ...rest] = category.split('.');
	const isOwn = rest.length === 0 && isFile(`${first}.py`, scope);
	const isNamed = rest.length > 0 && (!usual.test(first) || isFile(`${first}.py`, scope) || isFolder(first, scope));
	return !value.known || isOwn || isNamed ? [opaque(`what \`-W ${value.text.slice(0, 120)}\` imports`)] : [];
}
