export { argumentProblem, invalidArguments } from './call-arguments.ts';
export { type Access, type Accesses, createModel, createModels, pricesFor } from './create-model.ts';
export { reachModel } from './reach-model.ts';
