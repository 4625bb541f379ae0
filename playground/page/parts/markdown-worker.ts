import { readMarkdown } from './markdown-html.ts';

addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(readMarkdown(data)));
postMessage('ready');
