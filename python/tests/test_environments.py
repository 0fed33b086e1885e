"""The environments pass the checkers of their fields, and say exactly what actions give away."""

import functools
import random

import hotdice
import numpy as np
import pytest
from hotdice import spiel

SOLO = ["yatzy", "yahtzee(joker=free)", "shut-the-box", "maxi-yatzy(dice=2,rolls=2,boxes=ones+twos+chance,bonus=9/4)"]
TABLES = ["farkle(target=1000)", "zilch(target=2000,piggyback=yes)", "cheese(deck=full,target=2000)", "yatzy", "pig(target=30)",
          "shut-the-box", "tridice"]


def check(exception, words, call):
    with pytest.raises(exception) as raised:
        call()
    assert isinstance(raised.value, hotdice.HotDiceError) and words in str(raised.value)


# OpenSpiel


@pytest.mark.parametrize("rules", TABLES)
def test_states_keep_the_contract_of_openspiel(rules):
    """What OpenSpiel's random simulation asks of every game, without OpenSpiel."""
    for seats in [None, 3 if hotdice.Game(rules).seats[1] > 2 else 2]:
        game, chance = spiel.Game(rules, seats), random.Random(3)
        state = game.new_initial_state()
        for _ in range(300):
            assert str(state.clone()) == str(state)
            assert state.is_chance_node() + state.is_player_node() + state.is_terminal() == 1
            again = game.deserialize_state(state.serialize())
            assert str(again) == str(state) and again.full_history() == state.full_history()
            if state.is_terminal():
                break
            assert state.returns() == [0.0] * game.num_players()
            legal = state.legal_actions()
            assert legal == sorted(set(legal)) and legal
            for player in range(game.num_players()):
                assert (state.legal_actions(player) == legal) == (player == state.current_player())
                tensor = state.observation_tensor(player)
                assert list(tensor.shape) == game.observation_tensor_shape()
                assert state.information_state_tensor(player).shape == tensor.shape
            assert [place for place, bit in enumerate(state.legal_actions_mask()) if bit] == legal
            if state.is_chance_node():
                assert state.current_player() == spiel.PlayerId.CHANCE
                outcomes = state.chance_outcomes()
                assert [outcome for outcome, _ in outcomes] == legal
                assert sum(probability for _, probability in outcomes) == pytest.approx(1)
                assert max(legal) < game.max_chance_outcomes()
                action = chance.choices(legal, [probability for _, probability in outcomes])[0]
            else:
                assert max(legal) < game.num_distinct_actions()
                action = chance.choice(legal)
            assert state.string_to_action(state.action_to_string(state.current_player(), action)) == action
            child = state.child(action)
            length = state.move_number()
            state.apply_action(action)
            assert str(child) == str(state) and state.history()[-1] == action and state.move_number() == length + 1
        if state.is_terminal():
            assert state.legal_actions() == [] and state.current_player() == spiel.PlayerId.TERMINAL
            returns = state.returns()
            assert all(game.min_utility() <= each <= game.max_utility() for each in returns)
            if game.utility_sum() is not None:
                assert sum(returns) == pytest.approx(game.utility_sum())


def test_states_refuse_with_our_sentences():
    game = spiel.Game("farkle")
    state = game.new_initial_state()
    check(hotdice.ImpossibleRoll, "cannot be rolled", lambda: state.apply_action(0))
    check(hotdice.SeatsError, "there is no seat 5", lambda: state.observation_tensor(5))
    check(hotdice.StateError, "no serialized state", lambda: game.deserialize_state("{}"))
    check(hotdice.StateError, "no serialized state", lambda: game.deserialize_state("]"))
    assert state.history() == []


@pytest.mark.parametrize("rules", TABLES)
def test_openspiel_itself_is_content(rules):
    """OpenSpiel's own random simulation, where it is installed."""
    pyspiel = pytest.importorskip("pyspiel")
    spiel.register()
    game = pyspiel.load_game("python_hotdice", {"rules": rules})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


# PettingZoo


@pytest.mark.parametrize("rules", TABLES)
@pytest.mark.filterwarnings("ignore:Observation")
def test_pettingzoo_is_content(rules):
    pytest.importorskip("pettingzoo")
    from hotdice import zoo
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    api_test(zoo.env(rules), num_cycles=200)
    api_test(zoo.env(rules, seats=min(3, hotdice.Game(rules).seats[1])), num_cycles=100)
    seed_test(lambda: zoo.env(rules), num_cycles=60)
    parallel_api_test(zoo.parallel_env(rules), num_cycles=60)


def test_agents_learn_what_they_gave_away():
    pytest.importorskip("pettingzoo")
    from hotdice import zoo

    env = zoo.env("pig(target=20)", regret=True, render_mode="ansi")
    chance = np.random.default_rng(1)
    env.reset(seed=1)
    regrets, total = [], 0.0
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        total += reward
        if terminated:
            env.step(None)
            continue
        before = env.position
        assert env.render() == before.state
        action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
        info = env.infos[agent]
        assert info["regret"] == before.values().regret(action)
        assert (info["aim"], info["certainty"]) == ("win", "exact")
        regrets.append(info["regret"])
    assert total == 1 and max(regrets) > 0 and min(regrets) == 0


def test_agents_hear_why_something_is_refused():
    pytest.importorskip("pettingzoo")
    from hotdice import zoo

    env = zoo.env("farkle")
    check(hotdice.ClosedError, "reset", lambda: env.step(0))
    env.reset(seed=2)
    state = env.position.state
    check(hotdice.IllegalAction, "first keep at least one die", lambda: env.step(0))
    check(hotdice.IllegalAction, "there is no action 5000", lambda: env.step(5000))
    check(hotdice.IllegalAction, "has to act", lambda: env.step(None))
    assert env.position.state == state
    env.close()
    check(hotdice.ClosedError, "closed", lambda: env.step(0))
    check(hotdice.ClosedError, "closed", lambda: env.reset())
    check(hotdice.ClosedError, "closed", lambda: env.observe("seat_0"))
    check(hotdice.ArgumentError, "render mode", lambda: zoo.env(render_mode="human"))


# Gymnasium


def made():
    for rules in SOLO:
        yield "hotdice/Solo-v0", rules
    for rules in ["farkle", "zilch", "ten-thousand", "farkle(target=2000,first=random)"]:
        yield "hotdice/Turn-v0", rules


@pytest.mark.parametrize(("name", "rules"), list(made()))
@pytest.mark.filterwarnings("ignore:.*A Box observation space")
def test_gymnasium_is_content(name, rules):
    gymnasium = pytest.importorskip("gymnasium")
    import hotdice.gym  # noqa: F401
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make(name, rules=rules, render_mode="ansi").unwrapped)
    env = gymnasium.make(name, rules=rules)
    seen, info = env.reset(seed=5)
    for _ in range(100):
        seen, _, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
        assert env.observation_space.contains(seen) and "illegal" not in info and info["regret"] >= 0
        if terminated:
            seen, info = env.reset()


def test_rewards_alone_are_points():
    pytest.importorskip("gymnasium")
    from hotdice.gym import SoloEnv

    for rules, sign in [("yatzy", 1), ("shut-the-box", -1)]:
        env = SoloEnv(rules, regret=False)
        _, info = env.reset(seed=3)
        total, terminated = 0.0, False
        while not terminated:
            _, reward, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
            total += reward
        assert total == sign * env.position.points()[0] == env.position.returns()[0]


def test_regret_adds_up_to_what_was_given_away():
    """For any way to play: the value of the start less what it brings on average is the average sum of its regrets. Worked out over all
    rolls, not sampled; this way to play takes the first legal action, which is far from best."""
    game = hotdice.Game("yatzy(dice=2,rolls=2,boxes=ones+chance+pair,bonus=none)")
    solution = game.solve(1)

    @functools.cache
    def brought(state):
        position = game.position(state)
        if position.turn == "over":
            return position.returns()[0], 0.0
        if position.turn == "decide":
            action = position.legal_actions()[0]
            regret = solution.values(position).regret(action)
            position.act(action)
            points, given = brought(position.state)
            return points, given + regret
        points = given = 0.0
        outcomes = position.outcomes()
        total = sum(outcome.weight for outcome in outcomes)
        for outcome in outcomes:
            after = position.copy()
            after.settle(outcome.id)
            more = brought(after.state)
            points += more[0] * outcome.weight / total
            given += more[1] * outcome.weight / total
        return points, given

    start = game.start(1)
    points, given = brought(start.state)
    assert given > 1
    assert solution.value(start) - points == pytest.approx(given, abs=1e-9)


def test_a_turn_played_by_its_values_brings_what_a_turn_is_worth():
    pytest.importorskip("gymnasium")
    from hotdice.gym import TurnEnv

    env = TurnEnv("farkle")
    points = []
    for turn in range(1500):
        env.reset(seed=turn)
        total, terminated = 0.0, False
        while not terminated:
            _, reward, terminated, _, info = env.step(env.position.turn_values().best.id)
            assert info["regret"] == 0 and info["certainty"] == "exact"
            total += reward
        points.append(total)
    deviation = np.std(points) / len(points) ** 0.5
    assert abs(np.mean(points) - 379.754118023) < 4 * deviation


def test_gymnasium_environments_refuse_with_our_sentences():
    pytest.importorskip("gymnasium")
    from hotdice.gym import SoloEnv, TurnEnv

    env = SoloEnv("yatzy", regret=False)
    check(hotdice.ClosedError, "reset", lambda: env.step(0))
    env.reset(seed=1)
    state = env.position.state
    held = env.game.action_id("hold 6 6 6 6")
    _, reward, terminated, _, info = env.step(held)
    assert (reward, terminated) == (0.0, False) and "you can't hold" in info["illegal"] and env.position.state == state
    check(hotdice.IllegalAction, "there is no action 225", lambda: env.step(225))
    check(hotdice.IllegalAction, "there is no action 0.5", lambda: env.step(0.5))
    strict = SoloEnv("yatzy", regret=False, illegal="raise")
    strict.reset(seed=1)
    check(hotdice.IllegalAction, "you can't hold", lambda: strict.step(held))
    env.close()
    check(hotdice.ClosedError, "closed", lambda: env.step(0))
    check(hotdice.SeatsError, "2 or more", lambda: SoloEnv("farkle"))
    check(hotdice.ArgumentError, "do not stand alone", lambda: TurnEnv("pig"))
    check(hotdice.ArgumentError, "ignore", lambda: SoloEnv(illegal="punish"))
    turn = TurnEnv("farkle", regret=False)
    turn.reset(seed=0)
    while True:
        legal = turn.position.legal_actions()
        if turn.step(1 if 1 in legal else legal[-1])[2]:
            break
    check(hotdice.ClosedError, "the episode is over", lambda: turn.step(1))


# Many at once


def test_the_vector_environment_is_one_of_gymnasium():
    gymnasium = pytest.importorskip("gymnasium")
    from hotdice.vector import VectorEnv

    env = VectorEnv("yatzy", 16)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    totals = np.zeros(16)
    for _ in range(120):
        actions = env.sample()
        assert env.action_space.contains(actions)
        assert env.action_mask()[np.arange(16), actions].all()
        seen, rewards, terminations, truncations, info = env.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (16,) and not truncations.any()
        totals += rewards
        assert np.array_equal(totals[terminations], info["final_points"][terminations, 0])
        totals[terminations] = 0
    env.close()
    check(hotdice.ClosedError, "closed", lambda: env.step(actions))
    check(hotdice.ClosedError, "closed", env.reset)


def test_arrays_are_copied_unless_told():
    from hotdice.vector import VectorEnv

    for copy in [True, False]:
        env = VectorEnv("farkle", 8, copy=copy)
        first, _ = env.reset(seed=1)
        kept = first.copy()
        second = env.step(env.sample())[0]
        assert np.array_equal(first, kept) == copy and (first is second) != copy


def test_seats_take_turns_in_the_vector_environment():
    from hotdice.vector import VectorEnv

    env = VectorEnv("pig(target=20)", 64, seats=3)
    _, info = env.reset(seed=1)
    seats = set()
    for _ in range(100):
        _, rewards, terminations, _, info = env.step(env.sample())
        seats |= set(info["seat"].tolist())
        assert rewards.shape == (64, 3)
    assert seats == {0, 1, 2}
