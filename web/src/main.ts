import { mount } from "svelte";
import "./look/look.css";
import App from "./App.svelte";
import { route } from "./route.svelte";
import { storePage } from "./offline/register";
import { listenForGesture } from "./look/sound.svelte";
import { speak } from "./words";

route.follow();
listenForGesture();
await speak();
const target = document.getElementById("page");
target?.replaceChildren();
if (target) mount(App, { target });
storePage();
