export { type AddedTool, argumentCheck } from './added-tool.ts';
export { createToolbox, toolDefinitions, toolSchemas } from './create-toolbox.ts';
export { committedCredentials, credentialsOfJob } from './credential-files.ts';
export { indentedJson } from './indented-json.ts';
export { type CommandRequest, skillCommand } from './skill-command.ts';
export { wallOf } from './tool.ts';
