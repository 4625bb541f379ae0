import { javascript } from './javascript.ts';
import type { Language, LanguageName } from './language.ts';
import { python } from './python.ts';

/** The languages whose inline code is read. */
export const languages: Readonly<Partial<Record<LanguageName, Language>>> = { python, javascript };
