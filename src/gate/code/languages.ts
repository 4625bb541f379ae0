import { awk } from './awk.ts';
import { javascript } from './javascript.ts';
import type { Language, LanguageName } from './language.ts';
import { lua } from './lua.ts';
import { perl } from './perl.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';

/** The languages whose inline code is read. */
export const languages: Readonly<Record<LanguageName, Language>> = { python, javascript, perl, ruby, php, lua, awk };
