export { createToolbox, type ToolboxRequest, toolDefinitions, toolSchemas } from './create-toolbox.ts';
export { credentialsOfJob } from './credential-files.ts';
