export { createToolbox, type ToolboxRequest, toolDefinitions, toolSchemas } from './create-toolbox.ts';
export { neutralMarkdown } from './neutral-markdown.ts';
