export { createToolbox, type ToolboxRequest, toolDefinitions, toolSchemas } from './create-toolbox.ts';
